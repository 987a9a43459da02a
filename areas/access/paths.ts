import { path } from '#kit/contract/path.ts'

export const loginPath = path('/auth/login', 'step', 'from')
export const logoutPath = path('/logout')
export const providerAnswerPath = path('/auth/sso')
export const signInRefusedPath = path('/auth/error-1', 'code', 'request')
export const systemUnavailablePath = path('/auth/error-2', 'code', 'request')
export const securityPath = path('/account/security')
export const ownSessionsPath = path('/account/sessions')
export const identitiesPath = path('/settings/identities')
export const sessionsPath = path('/settings/sessions')
