// Settings of the embedded server. They are passed on its command line, so that no file in the data folder can weaken
// durability and privacy.

const settings: Readonly<Record<string, string>> = {
  // Only the socket: anyone who can enter its folder may connect.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Enough for several worker processes and scripts (see DATABASE_CONNECTIONS).
  max_connections: '200',
  // Acknowledged commits are on disk.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // Sized for a small machine. No query needs parallel workers, and containers give them little shared memory.
  shared_buffers: '64MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  jit: 'off',
  random_page_cost: '1.1',
  // Allows pg_basebackup over the socket, to back up a running database.
  wal_level: 'replica',
  max_wal_senders: '2',
  max_replication_slots: '0',
  max_logical_replication_workers: '0',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  // The log reports problems but never user data: no statements, no parameters, no row values.
  log_line_prefix: '%m [%p] %a ',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  logging_collector: 'off',
};

/** The arguments for `postgres`. The folder is quoted: the setting is a list, and the path may contain a comma. */
export function serverSettings(socketFolder: string): string[] {
  const folders = `"${socketFolder.replaceAll('"', '""')}"`;
  return Object.entries({ ...settings, unix_socket_directories: folders }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
}
