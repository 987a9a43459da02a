import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Runs programs as separate processes, so that each one has a peak of memory of its own.

const SAMPLE_MS = 200
const KB_PER_MB = 1024
const project = join(import.meta.dirname, '../../..')

/** The duration of a program, its peak memory, and the peak of the private memory of all PostgreSQL processes. */
export type ProgramRun = { seconds: number; peakMB: number; postgresMB: number; lastLine: string }

type Program = { file: string; args?: string[]; env: NodeJS.ProcessEnv; postgres: number; seconds: number }

/** Runs a TypeScript file of the project. Rejects if the program fails or takes longer than `seconds`. */
export function runProgram({ file, args = [], env, postgres, seconds }: Program): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let [peakMB, postgresMB, output] = [0, 0, '']
    const child = spawn(process.execPath, [join(project, file), ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const collect = (text: Buffer) => {
      output = (output + text).slice(-2_000)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const watch = setInterval(() => {
      peakMB = Math.max(peakMB, peakMemory(child.pid!))
      postgresMB = Math.max(postgresMB, privateMemory(postgres))
    }, SAMPLE_MS)
    const limit = setTimeout(() => child.kill('SIGKILL'), seconds * 1000)
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(watch)
      clearTimeout(limit)
      const lastLine = output.trim().split('\n').at(-1) ?? ''
      const run = { seconds: (performance.now() - began) / 1000, peakMB, postgresMB, lastLine }
      if (code === 0) resolve(run)
      else if (run.seconds >= seconds) reject(new OutOfTime(`${file} ${args.join(' ')}`))
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}: ${output}`))
    })
  })
}

/** Thrown when the time of the run is over. */
export class OutOfTime extends Error {
  constructor(work: string) {
    super(`${work}: not finished within --minutes`)
  }
}

/** Returns the largest resident memory of a process so far in megabytes, or 0 if the process has ended. */
export const peakMemory = (pid: number) => statusField(pid, 'VmHWM') / KB_PER_MB

/** Returns the memory in megabytes that the children of PostgreSQL do not share. */
function privateMemory(postgres: number) {
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statusField(Number(name), 'PPid') === postgres,
  )
  return children.reduce((sum, name) => sum + statusField(Number(name), 'RssAnon'), 0) / KB_PER_MB
}

function statusField(pid: number, name: string) {
  try {
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
