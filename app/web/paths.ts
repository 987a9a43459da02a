import { definePath } from '#kit/contract/path.ts'

export const helpPath = definePath('/help')
export const termsPath = definePath('/terms')
export const privacyPath = definePath('/privacy')
export const outboxPath = definePath('/dev/outbox')
export const demoSignInPath = definePath('/dev/sso/:uid')
