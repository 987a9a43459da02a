import { path } from '#kit/contract/path.ts'

export const helpPath = path('/help')
export const termsPath = path('/terms')
export const privacyPath = path('/privacy')
export const outboxPath = path('/dev/outbox')
export const demoSignInPath = path('/dev/sso/:uid')
