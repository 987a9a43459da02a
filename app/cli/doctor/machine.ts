import { accessSync, constants } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { judgeValidity, readCertificate, type Validity } from '#app/server/certificates.ts'
import type { Config } from '#app/server/config.ts'
import { describeBytes, describeSeconds, type Finding, findingsOf } from './finding.ts'

const FREE_LOOK = 2e9
const FREE_BAD = 200e6
const ANSWER_MS = 3_000

export async function checkDisk(dataDir: string): Promise<Finding> {
  const { ok, look, bad } = findingsOf('Disk of DATA_DIR', 'caratdiskfull')
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK)
    const { bavail, bsize, blocks } = await statfs(dataDir)
    const free = bavail * bsize
    const state = `${describeBytes(free)} of ${describeBytes(blocks * bsize)} free`
    const action = 'Free space: old backups and exports in DATA_DIR, never files in pg_wal.'
    if (free < FREE_BAD) return bad(state, action)
    return free < FREE_LOOK ? look(state, action) : ok(state)
  } catch (error) {
    const { code } = error as { code?: string }
    return bad(`cannot be used (${code})`, 'Run the doctor as the user of the service, or correct DATA_DIR.')
  }
}

/** Asks the server of this machine whether it answers calls. */
export async function checkServer({ host, port }: Config): Promise<Finding> {
  const { ok, look, bad } = findingsOf('Server', 'caratdown')
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  try {
    const reply = await fetch(`http://${name}:${port}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { status, parts } = (await reply.json()) as { status: string; parts?: Record<string, string> }
    const wrong = Object.entries(parts ?? {}).filter(([, finding]) => finding !== 'ok')
    const reasons = wrong.map(([part, finding]) => `${part}: ${finding}`).join(', ')
    if (!reply.ok) return bad(`${status} (${reasons})`, 'Follow the lines of these parts.')
    return wrong.length > 0
      ? look(`ready (${reasons})`, 'Follow the lines of these parts.')
      : ok(`ready on port ${port}`)
  } catch {
    return look(
      `no server answers on port ${port} of this machine`,
      'If one should run here, read the last lines of its log (journalctl -u carat) and start it.',
    )
  }
}

/** Reports when the certificates of PUBLIC_URL and of the connection to the database end. */
export async function checkCertificates(
  config: Config,
  inDatabase: Validity | undefined,
  now: number,
): Promise<Finding[]> {
  const { ok, look, bad } = findingsOf('Certificate', 'caratcertificateends')
  const { publicUrl } = config
  const isHttps = publicUrl?.startsWith('https:') ?? false
  const inPublic = isHttps ? await readCertificate(publicUrl!) : undefined
  const findings: Finding[] = []
  if (isHttps && !inPublic)
    findings.push(
      look(
        'PUBLIC_URL presents no certificate to this machine',
        'Open PUBLIC_URL in a browser; if it works, ignore this.',
      ),
    )
  const certificates = [['PUBLIC_URL', inPublic] as const, ['the database', inDatabase] as const]
  const judgements = certificates.flatMap(([of, validity]) =>
    validity ? [{ of, ms: validity.to.getTime() - now, judgement: judgeValidity(validity, now) }] : [],
  )
  const action = 'Renew the certificate and reload its server.'
  for (const { of, ms, judgement } of judgements) {
    const state = ms < 0 ? `of ${of} has ended` : `of ${of} ends in ${describeSeconds(ms / 1000)}`
    if (judgement !== 'valid') findings.push((judgement === 'urgent' ? bad : look)(state, action))
  }
  if (findings.length > 0) return findings
  const states = judgements.map(({ of, ms }) => `of ${of} ends in ${describeSeconds(ms / 1000)}`)
  return [ok(states.join(', ') || 'none in use')]
}
