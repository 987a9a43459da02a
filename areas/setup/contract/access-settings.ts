import { z } from 'zod'
import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings for the lifetime of sessions and codes, the length of passwords, and passkeys. */
export const accessSettings = {
  'access.idleMinutes': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(1, 720),
    default: 30,
    unit: 'minutes',
    description: 'Minutes of inactivity after which staff are signed out; also applies to open sessions',
  }),
  'access.sessionHours': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(1, 24),
    default: 12,
    unit: 'hours',
    description: 'Hours after which staff must sign in again; also applies to open sessions',
  }),
  'access.passwordLength': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(12, 64),
    default: 12,
    unit: 'characters',
    description: 'Minimum length of passwords set from now on',
  }),
  'access.codeMinutes': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(1, 10),
    default: 10,
    unit: 'minutes',
    description: 'Time for which a sign-in code is valid',
  }),
  'access.codeTries': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(1, 10),
    default: 5,
    description: 'Number of times a code can be entered before it becomes invalid',
  }),
  'access.codeWaitSeconds': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(1, 600),
    default: 60,
    unit: 'seconds',
    description: 'Seconds until another sign-in code can be sent to the same account',
  }),
  'access.codesPerHour': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(3, 1_000),
    default: 10,
    description: 'Maximum number of sign-in codes sent to one account within an hour; four times as many within a day',
  }),
  'access.passkeyForApprovers': defineSetting({
    group: 'access',
    schema: z.boolean(),
    default: false,
    description: 'Users who approve requests sign in with a passkey only. Without a passkey they can only add one.',
  }),
  'access.systemSessionMinutes': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(5, 720),
    default: 60,
    unit: 'minutes',
    description: 'Duration for which a till or another system stays signed in',
  }),
  'access.foreignCustomersPerHour': defineSetting({
    group: 'access',
    schema: wholeNumberSchema(0, 10_000),
    default: 120,
    description: 'Number of customers of other outlets that one user can look up within an hour',
  }),
} as const
