import { afterEach, beforeEach, expect, vi } from 'vitest'

// The application reads its base path when it is loaded, so the address is its own before that.
history.replaceState(null, '', '/')
const { startSignedOutHandling } = await import('#areas/access/web/signed-out.ts')
const { closePage } = await import('./open.tsx')
const { resetServer, startServer } = await import('./server.ts')

startServer()
startSignedOutHandling()

const consoleErrors = vi.spyOn(console, 'error')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  consoleErrors.mockClear()
})

afterEach(async () => {
  await closePage()
  vi.useRealTimers()
  history.replaceState(null, '', '/')
  resetServer()
  expectNoConsoleErrors()
})

function expectNoConsoleErrors() {
  expect(consoleErrors.mock.calls, 'errors in the console').toEqual([])
}
