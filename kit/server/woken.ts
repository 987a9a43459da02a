type Options = {
  everyMs: number
  /** Does what there is to do; asked again where it was woken meanwhile. */
  work: (isStopped: () => boolean) => Promise<void>
  warn: (error: unknown) => void
}

/** Work that waits in rows: done when somebody wakes it and every few seconds besides, never twice at once in one process. */
export function startWoken({ everyMs, work, warn }: Options) {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false

  async function run() {
    do {
      again = false
      await work(() => stopped)
    } while (again && !stopped)
  }

  /** There is something to do, or it is time to look. */
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
