import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { systemAccountScopes } from '../roles.ts'

// OAuth 2.0 for programs, outside of the API: client credentials (RFC 6749, 4.4) and their metadata (RFC 8414).
// Errors have the form of RFC 6749, so that every OAuth library can parse them.

export const oauthRefusals = {
  unknownGrant: refusal(400, 'access.unsupported_grant_type', 'Only the grant type client_credentials is supported'),
  unknownScope: refusal(400, 'access.invalid_scope', 'The account does not have the scope {Scope}'),
}

/** The client id and secret are form fields or HTTP Basic authentication. */
export const oauthToken = change({
  path: '/oauth/token',
  form: true,
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Exchanges the client credentials of a program for an access token (OAuth 2.0)',
  body: z.strictObject({
    grant_type: z.string().max(100),
    /** Optional, because the credentials may be sent as HTTP Basic authentication. */
    client_id: z.string().min(1).max(100).optional(),
    client_secret: z.string().min(1).max(200).optional(),
    /** Scopes separated by spaces. If omitted, the token has all scopes of the account. */
    scope: z.string().max(1000).optional(),
  }),
  reply: z.strictObject({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    /** Seconds until the token expires. */
    expires_in: z.int(),
    scope: z.string(),
  }),
})

export const oauthMetadata = read({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  access: 'public',
  scope: unnamedRows('public'),
  about: [],
  summary: 'Describes how programs get access tokens (RFC 8414)',
  body: z.strictObject({}),
  reply: z.strictObject({
    issuer: z.string(),
    token_endpoint: z.string(),
    grant_types_supported: z.array(z.literal('client_credentials')),
    response_types_supported: z.array(z.string()),
    token_endpoint_auth_methods_supported: z.array(z.enum(['client_secret_basic', 'client_secret_post'])),
    scopes_supported: z.array(z.enum(systemAccountScopes)),
  }),
})
