type Options = {
  everyMs: number
  /** Processes all pending work. Called again if woken while it ran. */
  work: (isStopped: () => boolean) => Promise<void>
  warn: (error: unknown) => void
}

/** Runs `work` when woken and at an interval, never twice at the same time in one process. */
export function startWakeableLoop({ everyMs, work, warn }: Options) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function run() {
    do {
      again = false
      await work(() => stopped)
    } while (again && !stopped)
  }

  /** Schedules a run. */
  function wake() {
    if (stopped) return
    again = true
    running ??= run()
      .catch(warn)
      .finally(() => {
        running = undefined
      })
  }

  const timer = setInterval(wake, everyMs)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
