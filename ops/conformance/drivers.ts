import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { answerOf, type DriverAnswer, type DriverCommand } from './protocol.ts'

/** A connection to the test driver of a till. */
export type Driver = {
  perform: (command: DriverCommand) => Promise<DriverAnswer>
  /** Ends the till without warning and starts the till again. */
  restart: () => Promise<unknown>
  /** Returns everything that the driver has printed or answered. */
  output: () => string
  end: () => Promise<void>
}

const silence = (seconds: number) => new Error(`The driver did not answer within ${seconds} seconds`)

/** Runs the command in a shell and exchanges JSON lines with it. A restart kills the process. */
export function scriptDriver(command: string, patienceSeconds: number): Driver {
  let output = ''
  let lastId = 0
  const pending = new Map<number, { resolve: (reply: unknown) => void; reject: (error: Error) => void }>()

  const launch = () => {
    const child = spawn(command, { shell: true, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    child.stderr.on('data', (text) => {
      output += text
    })
    // Ignore this error: a driver that has ended does not read its input, and its exit is reported below.
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`
      const reply = parseReply(line)
      pending.get(reply?.id ?? 0)?.resolve(reply)
    })
    child.once('exit', (code) => {
      if (child !== current) return
      for (const { reject } of pending.values()) reject(new Error(`The driver ended with exit code ${code}`))
    })
    return child
  }
  let current: ChildProcess = launch()

  const hasEnded = () => current.exitCode !== null || current.signalCode !== null
  const kill = async () => {
    if (hasEnded()) return
    const child = current
    const exited = new Promise((resolve) => child.once('exit', resolve))
    // Kill the whole process group, because the driver runs inside a shell.
    process.kill(-child.pid!, 'SIGKILL')
    await exited
  }

  return {
    perform(command) {
      if (hasEnded()) return Promise.reject(new Error(`The driver ended with exit code ${current.exitCode}`))
      const id = ++lastId
      const reply = new Promise<unknown>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        const timer = setTimeout(() => reject(silence(patienceSeconds)), patienceSeconds * 1_000)
        timer.unref()
        current.stdin!.write(`${JSON.stringify({ id, ...command })}\n`)
      })
      return reply.finally(() => pending.delete(id)).then(answerOf)
    },
    async restart() {
      await kill()
      current = launch()
    },
    output: () => output,
    end: kill,
  }
}

/** Parses the reply on a line of the driver's output. Returns undefined for other output. */
function parseReply(line: string): { id?: number } | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Sends each command to the URL as an HTTP POST with JSON. A restart is a separate command. */
export function httpDriver(url: string, patienceSeconds: number): Driver {
  let output = ''
  const perform = async (command: DriverCommand) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
      signal: AbortSignal.timeout(patienceSeconds * 1_000),
    }).catch((error: Error) => {
      throw error.name === 'TimeoutError'
        ? silence(patienceSeconds)
        : new Error(`The driver at ${url} is not reachable`)
    })
    const text = await reply.text()
    output += `${text}\n`
    return answerOf(parseReply(text))
  }
  return { perform, restart: () => perform({ do: 'restart' }), output: () => output, end: async () => {} }
}
