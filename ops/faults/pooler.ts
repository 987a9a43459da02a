import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CALL_LOGIN } from './call-login.ts'
import { freePort, queryOnce, waitUntil } from './world.ts'

/** Runs the system's PgBouncer in transaction mode as an unprivileged user, because it refuses to run as root. */
export async function startPooler() {
  const program = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  )
  if (!program) throw new Error('PgBouncer is not installed (Debian: apt-get install pgbouncer)')
  const folder = mkdtempSync(join(tmpdir(), 'carat-pooler-'))
  let child: ChildProcess | undefined
  return {
    /** Returns the URL of this database through the pooler. */
    async open(url: string): Promise<string> {
      const { hostname, port: target, username, password, pathname } = new URL(url)
      const port = await freePort()
      await queryOnce(
        url,
        `do $$ begin create role ${CALL_LOGIN} login password '${CALL_LOGIN}'; exception when duplicate_object then null; end $$`,
      )
      writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n"${CALL_LOGIN}" "${CALL_LOGIN}"\n`)
      writeFileSync(
        join(folder, 'pgbouncer.ini'),
        `[databases]
${pathname.slice(1)} = host=${hostname} port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 12
max_client_conn = 200
`,
      )
      chmodSync(folder, 0o755)
      const isRoot = process.getuid?.() === 0
      child = spawn(program, [join(folder, 'pgbouncer.ini')], {
        stdio: 'ignore',
        ...(isRoot && { uid: 65534, gid: 65534 }),
      })
      const through = new URL(url)
      through.port = String(port)
      if (
        !Number.isFinite(await waitUntil(async () => (await queryOnce(through.href, 'select 1')).length === 1, 10_000))
      )
        throw new Error('PgBouncer did not start')
      return through.href
    },
    async close() {
      child?.kill('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
