import { parseArgs } from 'node:util'
import { readSecretFiles } from '#app/server/secret-files.ts'
import { secretVariables } from '#app/server/variables.ts'
import { systemClock } from '#kit/server/clock.ts'
import type { CliCommand } from './command.ts'
import { examineInstallation } from './doctor/examine.ts'
import type { Finding, Level } from './doctor/finding.ts'

const exitCodes: Record<Level, number> = { OK: 0, LOOK: 1, BAD: 2 }

export const doctorCommand: CliCommand = {
  name: 'doctor',
  usage: '[--json]',
  help: 'Shows on one page whether everything works: settings, database, backups, jobs, mail, disk. Exit code 1: look at it, 2: bad.',
  async run(args, env) {
    const { json } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values
    const findings = await examineInstallation(env, () => systemClock().getTime())
    const level = worstOf(findings)
    const text = json ? JSON.stringify({ level, findings }, null, 2) : pageOf(findings, level)
    console.log(withoutSecrets(text, env))
    return exitCodes[level]
  },
}

const worstOf = (findings: readonly Finding[]): Level =>
  findings.reduce<Level>((worst, { level }) => (exitCodes[level] > exitCodes[worst] ? level : worst), 'OK')

function pageOf(findings: readonly Finding[], level: Level): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, level: state, state: text, action, runbook }) => [
    `${state.padEnd(4)}  ${check.padEnd(width)}  ${text}`,
    ...(action === null ? [] : [`${' '.repeat(width + 8)}→ ${action} docs/operations.md#${runbook}`]),
  ])
  const count = (wanted: Level) => findings.filter((finding) => finding.level === wanted).length
  return [...lines, '', `${level}: ${count('BAD')} bad, ${count('LOOK')} to look at, ${count('OK')} fine`].join('\n')
}

/** Removes secrets from the output, because error messages of other programs may repeat them. */
function withoutSecrets(text: string, env: NodeJS.ProcessEnv): string {
  const values = { ...env, ...readSecretFiles(env as Record<string, string>, secretVariables).values }
  const secrets = secretVariables.flatMap((name) => {
    const value = values[name]?.trim()
    if (!value) return []
    // Addresses with several hosts are no URLs, so the password is read by its position.
    const password = /:\/\/[^:@/]*:([^@/]*)@/.exec(value)?.[1] ?? ''
    return [value, password, decodeSafely(password)]
  })
  return secrets
    .filter((secret) => secret.length > 3)
    .sort((one, other) => other.length - one.length)
    .reduce((output, secret) => output.replaceAll(secret, '•••'), text)
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
