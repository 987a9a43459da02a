import { readdirSync, readFileSync } from 'node:fs'

// Measures CPU time per call, which varies much less with other load than rates do.

const TICKS_MS = 10

/** Returns the CPU time of a process and its children, also of ended ones, in milliseconds; NaN if unavailable. */
export function processorTime(pid: number): number {
  try {
    const processes = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(name))
      .filter((one) => one.pid === pid || one.parent === pid)
    return processes.reduce((sum, { ticks }) => sum + ticks, 0) * TICKS_MS
  } catch {
    return Number.NaN
  }
}

function statOf(name: string) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // Read the fields after the program name, because the name may contain any character.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [
      {
        pid: Number(name),
        parent: Number(fields[1]),
        ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0),
      },
    ]
  } catch {
    return []
  }
}

/** Returns the CPU time of one process in milliseconds, to the nanosecond. */
export const preciseProcessorTime = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
