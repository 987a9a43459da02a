import { spawn } from 'node:child_process'
import type { Identity } from './identity.ts'

/** Runs a program of PostgreSQL's to its end and answers what it printed; throws with its last words if it failed. */
export async function run(identity: Identity, program: string, args: string[], input = ''): Promise<string> {
  const { file, args: all } = identity.command(program, args)
  const child = spawn(file, all, { ...identity.options, stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  // A program that ends before it has read its input says why by itself.
  child.stdin.on('error', () => {})
  child.stdin.end(input)

  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(status ?? signal))
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${output.trim().split('\n').slice(-4).join(' / ')}`)
  return output
}
