import { spawn } from 'node:child_process'
import type { PostgresIdentity } from './identity.ts'

/** Runs a PostgreSQL program and returns its output. Throws the last lines of the output if the program fails. */
export async function runPostgresProgram(
  identity: PostgresIdentity,
  program: string,
  args: string[],
  input = '',
): Promise<string> {
  const { file, args: fullArgs } = identity.command(program, args)
  const child = spawn(file, fullArgs, { ...identity.options, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  // Ignores write errors of the input, because a program that ends before reading it reports the reason itself.
  child.stdin.on('error', () => {})
  child.stdin.end(input)

  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal))
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim().split('\n').slice(-4).join(' / ')}`)
  return output
}
