import { definePath } from '#kit/contract/path.ts'

export const loginPath = definePath('/auth/login', 'step', 'from')
export const logoutPath = definePath('/logout')
export const providerAnswerPath = definePath('/auth/sso')
export const signInRefusedPath = definePath('/auth/error-1', 'code', 'request')
export const systemUnavailablePath = definePath('/auth/error-2', 'code', 'request')
export const securityPath = definePath('/account/security')
export const ownSessionsPath = definePath('/account/sessions')
export const identitiesPath = definePath('/settings/identities')
export const sessionsPath = definePath('/settings/sessions')
