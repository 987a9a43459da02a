import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgresBinaries } from './embedded-postgres/binaries.ts'
import { DataDirDamaged, DataDirInUse, PostgresUnavailable } from './embedded-postgres/errors.ts'
import { chooseIdentity } from './embedded-postgres/identity.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const started: EmbeddedPostgres[] = []
const children: ChildProcess[] = []
let root: string
let existing: string
let damageable: Promise<string>

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'carat-embedded-'))
  existing = join(root, 'existing')
  const server = await start(existing)
  await ask(server, 'create table promise (answer text)')
  await ask(server, `insert into promise values ('yes')`)
  await server.stop()
  damageable = copy('damageable')
})

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of started) await server.stop()
  await rm(root, { recursive: true, force: true })
})

test('embedded PostgreSQL: a new folder gets a database with Unicode text and UTC times', async () => {
  const server = await start(join(root, 'new'))

  expect(await ask(server, `select upper('é') || current_setting('timezone') as answer`)).toBe('ÉUTC')
  expect(server.url).toMatch(/^postgres:\/\/carat:[\w-]{32}@127\.0\.0\.1:\d+\/carat$/)
})

test('embedded PostgreSQL: only the owner can read the password file', async () => {
  const { mode } = await stat(join(existing, 'secrets', 'postgres-password'))
  expect(mode & 0o777).toBe(0o600)
})

test('embedded PostgreSQL: the data is the same after a restart', async () => {
  const server = await start(await copy('reopened'))

  expect(await ask(server, 'select answer from promise')).toBe('yes')
})

test('embedded PostgreSQL: a second start on the same folder is refused at once, and the first server keeps running', async () => {
  const dataDir = await copy('shared')
  const first = await start(dataDir)

  const second = start(dataDir)

  await expect(second).rejects.toThrow(DataDirInUse)
  await expect(second).rejects.toThrow(/in use by another Carat process \(process \d+\)/)
  expect(await ask(first, 'select answer from promise')).toBe('yes')
})

test('embedded PostgreSQL: of several processes that start at once exactly one gets the folder', async () => {
  const dataDir = await copy('contested')

  const outcomes = await Promise.all([1, 2, 3, 4].map(() => startElsewhere(dataDir)))

  expect(outcomes.map(({ output }) => output.split(' ')[0]).sort()).toEqual([
    ...['DataDirInUse', 'DataDirInUse', 'DataDirInUse', 'ready'],
  ])
})

test('embedded PostgreSQL: if the process is killed, the next process finds all committed data', async () => {
  const dataDir = await copy('killed')
  const { child, output } = await startElsewhere(dataDir)
  const [, url = ''] = output.split(' ')
  await ask({ url }, `insert into promise values ('at the last moment')`)
  child.kill('SIGKILL')
  await once(child, 'exit')

  const server = await start(dataDir)

  expect(await ask(server, 'select count(*)::int as answer from promise')).toBe(2)
})

test('embedded PostgreSQL: a killed database server is restarted at the same address, several times in a row', async () => {
  const server = await start(await copy('restarted'))
  const pids = [server.pid]
  for (let kill = 0; kill < 2; kill++) {
    process.kill(server.pid, 'SIGKILL')
    await expect
      .poll(() => ask(server, 'select answer from promise').catch(() => 'away'), { timeout: 30_000 })
      .toBe('yes')
    pids.push(server.pid)
  }
  expect(new Set(pids).size).toBe(3)
})

test('embedded PostgreSQL: after three failed restarts there is no fourth attempt', async () => {
  const dataDir = await copy('ended')
  const lines: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => void lines.push(line) })
  started.push(server)
  await rename(join(dataDir, 'postgres', 'PG_VERSION'), join(dataDir, 'PG_VERSION'))
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  expect(lines.filter((line) => line.includes('could not be started again'))).toHaveLength(3)
  await server.stop()
})

test('embedded PostgreSQL: a start waits for a command that uses the folder', async () => {
  const dataDir = await copy('command')
  const command = await startEmbeddedPostgres({ dataDir, use: 'command' })
  const server = start(dataDir)
  const first = await Promise.race([server.then(() => 'started'), command.stop().then(() => 'the command ended')])
  expect(first).toBe('the command ended')
  expect(await ask(await server, 'select answer from promise')).toBe('yes')
})

test('embedded PostgreSQL: a database server left by an earlier process is stopped before the start', async () => {
  const dataDir = await copy('left')
  const orphan = await runPostgresAlone(dataDir)

  const server = await start(dataDir)

  expect(orphan.exitCode).not.toBeNull()
  expect(server.pid).not.toBe(orphan.pid)
  expect(await ask(server, 'select answer from promise')).toBe('yes')
})

test('embedded PostgreSQL: a stale pid file with another program’s pid does not prevent the start or end that program', async () => {
  const dataDir = await copy('stale')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  children.push(stranger)
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${stranger.pid}\n`)

  await start(dataDir)

  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
})

test.each([
  ['a missing file', 'postgres/PG_VERSION', undefined],
  ['an emptied file', 'postgres/global/pg_control', 0],
  ['a truncated file', 'postgres/global/pg_control', 100],
  ['a missing log', 'postgres/pg_wal', undefined],
  ['missing tables', 'postgres/base', undefined],
  ['a missing cluster', 'postgres', undefined],
  ['a missing password', 'secrets/postgres-password', undefined],
])(
  'embedded PostgreSQL: %s is refused with instructions to restore, and the database is not recreated',
  async (_title, part, bytesLeft) => {
    const path = join(await damageable, part)
    await rename(path, `${path}.whole`)
    if (bytesLeft !== undefined) await writeFile(path, (await readFile(`${path}.whole`)).subarray(0, bytesLeft))

    const attempt = start(await damageable)

    await expect(attempt).rejects.toThrow(DataDirDamaged)
    await expect(attempt).rejects.toThrow('npm run cli -- restore')
    await rm(path, { force: true })
    await rename(`${path}.whole`, path)
  },
)

test('embedded PostgreSQL: a refused start changes no file, so that the folder works again after a repair', async () => {
  const server = await start(await damageable)

  expect(await ask(server, 'select answer from promise')).toBe('yes')
  await server.stop()
})

test('embedded PostgreSQL: no database is created in a folder with other files', async () => {
  const dataDir = join(root, 'other')
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine')

  await expect(start(dataDir)).rejects.toThrow('PG_VERSION is missing')
})

test('embedded PostgreSQL: a restore moves the damaged database aside and starts with an empty one', async () => {
  const dataDir = await copy('restored')
  await truncate(join(dataDir, 'postgres/global/pg_control'), 100)

  const server = await start(dataDir, { fresh: true })

  expect(await ask(server, `select to_regclass('promise') as answer`)).toBeNull()
})

test('embedded PostgreSQL: a database of another PostgreSQL version is refused', async () => {
  const dataDir = join(root, 'older')
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')

  const attempt = start(dataDir)

  await expect(attempt).rejects.toThrow(PostgresUnavailable)
  await expect(attempt).rejects.toThrow('made by PostgreSQL 17')
})

test('embedded PostgreSQL: an invalid setting is reported as such, and not as damaged data', async () => {
  const wrong = start(await damageable, { settings: { shared_buffers: 'much' } })

  await expect(wrong).rejects.toThrow(PostgresUnavailable)
  await expect(wrong).rejects.toThrow('shared_buffers')
})

test('embedded PostgreSQL: a path that cannot be a folder is refused with an understandable message', async () => {
  const file = join(root, 'file')
  await writeFile(file, '')

  await expect(start(file)).rejects.toThrow(`DATA_DIR ${file} cannot be made`)
})

test('embedded PostgreSQL: `stop` ends the server even if a client is still connected', async () => {
  const server = await start(existing)
  const client = new Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()

  await Promise.all([server.stop(), server.stop()])

  expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
})

async function start(dataDir: string, options: { fresh?: boolean; settings?: Record<string, string> } = {}) {
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true, ...options })
  started.push(server)
  return server
}

async function copy(name: string): Promise<string> {
  await cp(existing, join(root, name), { recursive: true })
  return join(root, name)
}

async function ask(server: { url: string }, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows[0]?.answer
}

/** Starts the database in a child process that keeps running, and returns the first output of the process. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; output: string }> {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))}
    startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }).then(
      (server) => console.log('ready ' + server.url),
      (error) => console.log(error.name + ' ' + error.message),
    )`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, output: output.toString().trim() }
}

/** Leaves a PostgreSQL server running without its Carat process, as after a kill. */
async function runPostgresAlone(dataDir: string): Promise<ChildProcess> {
  const cluster = join(dataDir, 'postgres')
  await chmod(cluster, 0o700)
  const binaries = findPostgresBinaries()
  const identity = chooseIdentity(binaries, dataDir)
  const settings = ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${cluster}`]
  const { file, args } = identity.command(binaries.postgres, ['-D', cluster, ...settings])
  const child = spawn(file, args, { ...identity.options, stdio: 'ignore' })
  children.push(child)
  await expect.poll(() => readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).toContain('ready')
  return child
}
