"""Every range of the special-purpose registries is refused, to its first and last address; what lies beside is not."""

from ipaddress import ip_address, ip_network

import pytest

from adjudge.evidence.address_ranges import SPECIAL_RANGES
from adjudge.evidence.guard import is_global

# Address blocks of IANA's registries, line by line, whether or not they are globally reachable.
IPV4_REGISTRY = [
    "0.0.0.0/8", "0.0.0.0/32", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.0.0/29", "192.0.0.8/32", "192.0.0.9/32", "192.0.0.10/32", "192.0.0.170/32", "192.0.0.171/32",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.88.99.2/32", "192.168.0.0/16",
    "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "255.255.255.255/32",
]  # fmt: skip
IPV6_REGISTRY = [
    "::1/128", "::/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "2001::/23", "2001::/32",
    "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48", "2001:10::/28",
    "2001:20::/28", "2001:30::/28", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20", "5f00::/16",
    "fc00::/7", "fe80::/10",
]  # fmt: skip
# What the registries of IPv4 and IPv6 space keep from unicast: multicast, deprecated and unassigned.
OTHERS = [
    "224.0.0.0/4", "ff00::/8", "fec0::/10", "3ffe::/16", "::/96", "100::/8", "200::/7", "400::/6", "800::/5",
    "1000::/4", "4000::/3", "6000::/3", "8000::/3", "a000::/3", "c000::/3", "e000::/4", "f000::/5", "f800::/6",
    "fe00::/9",
]  # fmt: skip


@pytest.mark.parametrize("block", [*IPV4_REGISTRY, *IPV6_REGISTRY, *OTHERS])
def test_no_address_of_a_special_range_is_of_the_open_internet(block: str) -> None:
    network = ip_network(block)
    first, last = int(network[0]), int(network[-1])
    for step in range(17):
        assert not is_global(str(type(network[0])(first + (last - first) * step // 16)))


@pytest.mark.parametrize("block", [*IPV4_REGISTRY, "224.0.0.0/4"])
def test_an_inner_address_translated_to_ipv6_is_refused_too(block: str) -> None:
    for number in (int(ip_network(block)[0]), int(ip_network(block)[-1])):
        for prefix in ("64:ff9b::", "::ffff:0:0", "::"):
            assert not is_global(str(ip_address(int(ip_address(prefix)) + number)))


def test_what_lies_beside_a_range_is_not_refused() -> None:
    beside = [
        "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.31.195.255",
        "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
        "198.51.101.0", "203.0.112.255", "223.255.255.255", "2000::1", "2001:200::1", "2001:db7:ffff::1", "2001:db9::",
        "2003::1", "2620:4f:7fff::1", "2620:4f:8001::1", "2606:4700::1111", "3fff:1000::1", "64:ff9b::808:808",
    ]  # fmt: skip
    assert [address for address in beside if not is_global(address)] == []


def test_the_table_is_in_order_and_names_every_range() -> None:
    blocks = [ip_network(text) for text, _ in SPECIAL_RANGES]
    assert blocks == sorted(blocks, key=lambda block: (block.version, int(block[0])))
    assert all(name for _, name in SPECIAL_RANGES)
