import { readdir, readFile } from 'node:fs/promises'

/** Returns the process ids of a PostgreSQL server: its main process and all child processes. Linux only. */
export async function processesOf(pid: number) {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    all.map(
      async (one) =>
        [one, Number(/\) \S (\d+)/.exec(await readFile(`/proc/${one}/stat`, 'utf8').catch(() => ''))?.[1])] as const,
    ),
  )
  return [pid, ...parents.filter(([, parent]) => parent === pid).map(([one]) => one)]
}
