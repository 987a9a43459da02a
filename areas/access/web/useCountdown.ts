import { useEffect, useState } from 'react'

/** Seconds left of `seconds`, counted by the clock; begins anew when `of` is another. */
export function useCountdown(seconds: number, of: unknown) {
  const [now, setNow] = useState(() => Date.now())
  const [start, setStart] = useState({ of, at: now })
  if (start.of !== of) setStart({ of, at: Date.now() })
  const left = Math.max(0, Math.ceil(seconds - (now - start.at) / 1000))

  useEffect(() => {
    if (left === 0) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [left])
  return Math.min(left, seconds)
}
