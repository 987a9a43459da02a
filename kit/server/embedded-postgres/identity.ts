import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { PostgresBinaries } from './binaries.ts'
import { PostgresUnavailable } from './errors.ts'

/** The operating-system user that runs PostgreSQL and owns its files. */
export type PostgresIdentity = {
  command(program: string, args: string[]): { file: string; args: string[] }
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>
  /** The user id and group id; undefined if the PostgreSQL files belong to the current user. */
  owner?: { uid: number; gid: number }
}

type Candidate = { title: string; prefix: string[]; drop?: Owner; owner?: Owner }
type Owner = { uid: number; gid: number }

/** The environment of the PostgreSQL programs, without our secrets. Windows programs need the system's variables. */
const environment =
  process.platform === 'win32'
    ? undefined
    : { LC_ALL: 'C', PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin' }

/** Returns the first operating-system user that can start the PostgreSQL programs and enter the folder. */
export function chooseIdentity(binaries: PostgresBinaries, dataDir: string): PostgresIdentity {
  const deathPrefix = parentDeathPrefix()
  const findings: string[] = []
  for (const candidate of candidates(binaries, dataDir)) {
    const identity = identityOf(candidate, deathPrefix)
    const finding = probe(identity, binaries, dataDir)
    if (finding === undefined) return identity
    findings.push(`${candidate.title}: ${finding}`)
  }
  throw new PostgresUnavailable(`no user can run ${binaries.postgres} on ${dataDir} (${findings.join('; ')})`)
}

/** Gives a folder and its contents to the user that runs PostgreSQL, if another user owns the folder. */
export function chownTo(identity: PostgresIdentity, path: string): void {
  const owner = identity.owner
  if (!owner) return
  const { uid, gid } = statSync(path)
  if (uid === owner.uid && gid === owner.gid) return
  for (const entry of statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []) {
    lchownSync(join(path, entry), owner.uid, owner.gid)
  }
  // Changes the owner of the folder itself last, so that the next start repeats an interrupted change of owner.
  chownSync(path, owner.uid, owner.gid)
}

function candidates(binaries: PostgresBinaries, dataDir: string): Candidate[] {
  const users = process.platform === 'linux' ? systemUsers() : new Map<string, Owner>()
  const nobodyUser = users.get('nobody') ??
    [...users.values()].find((user) => user.uid !== 0) ?? { uid: 65534, gid: 65534 }
  const mapped: Candidate = {
    title: 'root mapped to an ordinary user',
    prefix: ['unshare', '--user', `--map-user=${nobodyUser.uid}`, `--map-group=${nobodyUser.gid}`],
  }
  const currentUser: Candidate = { title: 'the present user', prefix: [] }

  if (process.platform !== 'linux') return [currentUser]
  // initdb requires a user name, which a container with an arbitrary user id does not have.
  if (process.getuid?.() !== 0) return hasName() ? [currentUser] : [{ ...mapped, title: 'a mapped user' }, currentUser]

  // PostgreSQL refuses to run as root, but the root of a user namespace is an ordinary user that can read files below /root.
  // Another user runs PostgreSQL where user namespaces are forbidden or the files belong to that user.
  const root = { uid: 0, gid: 0 }
  const dropped = [ownerOf(dataDir), ownerOf(binaries.folder), users.get('postgres'), users.get('nobody')]
    .filter((user): user is Owner => user !== undefined && user.uid !== 0)
    .map((user): Candidate => ({ title: `user ${user.uid}`, prefix: [], drop: user, owner: user }))
  // The last user of this list is for containers that forbid user namespaces and have their files below /root.
  const capable: Candidate = {
    title: 'nobody with the right to pass folders',
    prefix: [
      ...['setpriv', `--reuid=${nobodyUser.uid}`, `--regid=${nobodyUser.gid}`, '--clear-groups'],
      ...['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override'],
    ],
    owner: nobodyUser,
  }
  return [{ ...mapped, owner: root }, ...dropped, capable]
}

function identityOf(candidate: Candidate, deathPrefix: string[]): PostgresIdentity {
  const prefix = [...candidate.prefix, ...deathPrefix]
  return {
    command(program, args) {
      const [file = program, ...rest] = [...prefix, program, ...args]
      return { file, args: rest }
    },
    options: { ...candidate.drop, ...(environment && { env: environment }) },
    ...(candidate.owner && { owner: candidate.owner }),
  }
}

function probe(identity: PostgresIdentity, binaries: PostgresBinaries, dataDir: string): string | undefined {
  const { file, args } =
    process.platform === 'win32'
      ? { file: binaries.postgres, args: ['--version'] }
      : identity.command('/bin/sh', ['-c', '"$1" --version >/dev/null && cd "$2"', 'sh', binaries.postgres, dataDir])
  const result = spawnSync(file, args, { ...identity.options, encoding: 'utf8', timeout: 10_000 })
  if (result.status === 0) return undefined
  return (result.error?.message ?? result.stderr.trim()) || `ended with ${result.status ?? result.signal}`
}

/**
 * Asks the kernel to shut PostgreSQL down when our process is killed.
 * Without this kernel feature, the next start of Carat stops the PostgreSQL server that was left running.
 */
function parentDeathPrefix(): string[] {
  if (process.platform !== 'linux') return []
  const prefix = ['setpriv', '--pdeathsig', 'INT']
  const trial = spawnSync('setpriv', ['--pdeathsig', 'INT', 'true'], { env: environment, stdio: 'ignore' })
  return trial.status === 0 ? prefix : []
}

function systemUsers(): Map<string, Owner> {
  const users = new Map<string, Owner>()
  try {
    for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
      const [name, , uid, gid] = line.split(':')
      if (name && uid && gid) users.set(name, { uid: Number(uid), gid: Number(gid) })
    }
  } catch {
    // A system without /etc/passwd has no other user that could run PostgreSQL.
  }
  return users
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}
