import { statfsSync } from 'node:fs'

/** Settings of every embedded server, sized for a machine with two cores and a few gigabytes of memory. */
export function serverSettings(port: number, throwaway: boolean): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // TCP with a password is the only access. A socket would be a second one, and its path may be too long.
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    max_worker_processes: '8',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    dynamic_shared_memory_type: sharedMemoryIsRoomy() ? 'posix' : 'mmap',
    synchronous_commit: 'on',
    wal_compression: 'on',
    // After a checkpoint every page is written to the WAL in full once, so a sale writes six times as much. Timed checkpoints are
    // rare; checkpoints forced by a full WAL would come in quick succession under load.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements are reported to the caller. Logging them would write customer data to the log.
    log_min_messages: 'log',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(throwaway && throwawaySettings),
  }
}

/** For test clusters, which do not need to survive a crash. */
const throwawaySettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '128MB',
  max_wal_size: '4GB',
  autovacuum_naptime: '1h',
}

/** Containers often have only 64 MB of /dev/shm, and a parallel query that exceeds it fails. */
function sharedMemoryIsRoomy(): boolean {
  if (process.platform !== 'linux') return true
  try {
    const { bsize, blocks } = statfsSync('/dev/shm')
    return bsize * blocks >= 256 * 1024 * 1024
  } catch {
    return false
  }
}
