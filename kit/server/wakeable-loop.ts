type Options = {
  everyMs: number
  /** Processes all pending work of the loop, and runs again if the loop was woken meanwhile. */
  work: (isStopped: () => boolean) => Promise<void>
  warn: (error: unknown) => void
}

/** Runs `work` when the loop is woken and at an interval. The runs of one process never overlap. */
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

  /** Schedules the next run. */
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
