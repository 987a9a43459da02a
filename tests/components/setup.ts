import { afterEach, beforeEach, expect, vi } from 'vitest'

// The application reads its base path when it is loaded, so this line sets the path before the import.
history.replaceState(null, '', '/')
const { takeLanguageBeforeSignIn } = await import('#app/web/layout/language.ts')
const { startSignedOutHandling } = await import('#areas/access/web/signed-out.ts')
const { closePage } = await import('./open.tsx')
const { resetServer, startServer } = await import('./server.ts')

startServer()
startSignedOutHandling()

const consoleErrors = vi.spyOn(console, 'error')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  // A language that a test chose before the sign-in would apply to the next one.
  takeLanguageBeforeSignIn()
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
