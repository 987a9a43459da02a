import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/server/config.ts'
import { problemsInProduction } from '#app/server/preflight.ts'
import { environmentVariables } from '#app/server/variables.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, look, bad } = findingsOf('Configuration', 'in-production')

/** A secret with fewer different characters is typed rather than random. */
const DISTINCT_CHARACTERS_MIN = 10

/** Reports which settings are set, missing or weak. Values never appear. */
export function checkConfiguration(config: Config, env: NodeJS.ProcessEnv): Finding[] {
  const names = Object.keys(environmentVariables.shape)
  const set = names.filter((name) => env[name]?.trim() || env[`${name}_FILE`]?.trim())
  const problems = problemsInProduction(config).map((problem) => bad(problem, 'Correct the setting and restart.'))
  const weak = weaknesses(config).map(([state, action]) => look(state, action))
  if (problems.length + weak.length > 0) return [...problems, ...weak]
  const kind = config.demo ? 'demo' : 'production'
  return [ok(`${kind}; set: ${set.join(', ') || 'nothing, all defaults'}`)]
}

function weaknesses(config: Config): [state: string, action: string][] {
  const { demo, publicUrl, trustProxy, serverSecret, metricsToken, logLevel, databaseUrl, dataDir } = config
  const weakPoints: [string, string][] = []
  if (demo && databaseUrl !== undefined)
    weakPoints.push([
      'DEMO is on with a database of its own',
      'Unset DEMO unless this is a demo: its passwords are public.',
    ])
  if (!demo && publicUrl?.startsWith('http:'))
    weakPoints.push([
      'PUBLIC_URL is not https',
      'Put a proxy with a certificate in front, and set PUBLIC_URL to its address.',
    ])
  if (!demo && publicUrl?.startsWith('https:') && trustProxy.length === 0)
    weakPoints.push([
      'TRUST_PROXY is missing',
      'Set TRUST_PROXY to the network of the proxy, or limits and logs see only its address.',
    ])
  if (!demo && config.mailFrom.endsWith('carat.example>'))
    weakPoints.push([
      'MAIL_FROM is the default, an address that does not exist',
      'Set MAIL_FROM to a sender of your company, or mail servers refuse the messages.',
    ])
  for (const [name, secret] of [
    ['SERVER_SECRET', serverSecret],
    ['METRICS_TOKEN', metricsToken],
    ['ERP_SECRET', config.erp?.secret],
  ] as const)
    if (secret !== undefined && new Set(secret).size < DISTINCT_CHARACTERS_MIN)
      weakPoints.push([`${name} is easy to guess`, `Replace ${name} by the output of "openssl rand -hex 32".`])
  if (['silent', 'fatal'].includes(logLevel))
    weakPoints.push([`LOG_LEVEL is ${logLevel}`, 'Set LOG_LEVEL to info, or problems leave no lines in the log.'])
  if (isOpenToOthers(join(dataDir, 'secrets')))
    weakPoints.push(['other users of this machine may read DATA_DIR/secrets', 'Run chmod 700 on DATA_DIR/secrets.'])
  return weakPoints
}

function isOpenToOthers(folder: string): boolean {
  if (process.platform === 'win32') return false
  const mode = statSync(folder, { throwIfNoEntry: false })?.mode
  return mode !== undefined && (mode & 0o077) !== 0
}
