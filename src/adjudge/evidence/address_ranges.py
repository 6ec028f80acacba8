"""Ranges of addresses that no page of the open Internet has: IANA's special-purpose registries, and multicast.

A kept table, and not `ipaddress.is_global`: what that knows depends on the version of Python, and it lets through what
is reachable without being for pages (relays, anycast services of protocols, deprecated site-local addresses).
Registries as of October 2024: iana-ipv4-special-registry, iana-ipv6-special-registry.
"""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

SPECIAL_RANGES: tuple[tuple[str, str], ...] = (
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "private use"),
    ("100.64.0.0/10", "shared address space of carriers"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link-local"),
    ("172.16.0.0/12", "private use"),
    ("192.0.0.0/24", "IETF protocol assignments"),
    ("192.0.2.0/24", "documentation"),
    ("192.31.196.0/24", "AS112"),
    ("192.52.193.0/24", "AMT relays"),
    ("192.88.99.0/24", "6to4 relays, deprecated"),
    ("192.168.0.0/16", "private use"),
    ("192.175.48.0/24", "AS112"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved, and broadcast"),
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("::ffff:0:0/96", "IPv4-mapped"),
    ("64:ff9b:1::/48", "local translation of IPv4"),
    ("100::/64", "discard only"),
    ("100:0:0:1::/64", "dummy prefix"),
    ("2001::/23", "IETF protocol assignments: Teredo, benchmarking, ORCHID, DETs and others"),
    ("2001:db8::/32", "documentation"),
    ("2002::/16", "6to4"),
    ("2620:4f:8000::/48", "AS112"),
    ("3ffe::/16", "6bone, returned"),
    ("3fff::/20", "documentation"),
    ("5f00::/16", "segment routing"),
    ("fc00::/7", "unique local"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local, deprecated"),
    ("ff00::/8", "multicast"),
)
_SPECIAL = tuple(ip_network(text) for text, _ in SPECIAL_RANGES)
_SPECIAL_V4 = tuple(one for one in _SPECIAL if isinstance(one, IPv4Network))
_SPECIAL_V6 = tuple(one for one in _SPECIAL if isinstance(one, IPv6Network))
_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The only part of IPv6 that is given out to networks."""
_TRANSLATED = IPv6Network("64:ff9b::/96")
"""NAT64 prefix: the last 32 bits are the IPv4 address."""


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether a public web server can have this address."""
    if isinstance(address, IPv4Address):
        return not any(address in one for one in _SPECIAL_V4)
    if address in _TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    return address in _GLOBAL_UNICAST and not any(address in one for one in _SPECIAL_V6)
