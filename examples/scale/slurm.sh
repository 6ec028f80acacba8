#!/bin/sh
# 64 shards of one run as a Slurm array: sbatch slurm.sh
#SBATCH --job-name=adjudge
#SBATCH --array=1-64
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --requeue
exec adjudge run run.yaml --quiet --shard "$SLURM_ARRAY_TASK_ID/64"
