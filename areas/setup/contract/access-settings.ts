import { defineSetting, wholeNumber } from './define-setting.ts'

/** Settings for the lifetime of sessions and codes and for the password length. */
export const accessSettings = {
  'access.idleMinutes': defineSetting({
    group: 'access',
    schema: wholeNumber(1, 720),
    default: 30,
    unit: 'minutes',
    description: 'Minutes without a call after which staff are signed out; counts for open sessions too',
  }),
  'access.sessionHours': defineSetting({
    group: 'access',
    schema: wholeNumber(1, 24),
    default: 12,
    unit: 'hours',
    description: 'Hours after which staff sign in again in any case; counts for open sessions too',
  }),
  'access.passwordLength': defineSetting({
    group: 'access',
    schema: wholeNumber(12, 64),
    default: 12,
    unit: 'characters',
    description: 'How long a password has to be that is chosen from now on',
  }),
  'access.codeMinutes': defineSetting({
    group: 'access',
    schema: wholeNumber(1, 10),
    default: 10,
    unit: 'minutes',
    description: 'How long a sign-in code that was sent counts',
  }),
  'access.codeTries': defineSetting({
    group: 'access',
    schema: wholeNumber(1, 10),
    default: 5,
    description: 'How often a code may be entered before it is void',
  }),
  'access.codeWaitSeconds': defineSetting({
    group: 'access',
    schema: wholeNumber(1, 600),
    default: 60,
    unit: 'seconds',
    description: 'Seconds until another sign-in code may be sent to the same account',
  }),
  'access.codesPerHour': defineSetting({
    group: 'access',
    schema: wholeNumber(3, 1_000),
    default: 10,
    description: 'Sign-in codes that one account is sent within an hour at most, and four times as many within a day',
  }),
  'access.systemSessionMinutes': defineSetting({
    group: 'access',
    schema: wholeNumber(5, 720),
    default: 60,
    unit: 'minutes',
    description: 'How long a till or another program stays signed in',
  }),
  'access.foreignCustomersPerHour': defineSetting({
    group: 'access',
    schema: wholeNumber(0, 10_000),
    default: 120,
    description: 'How many customers of other outlets one person may look up within an hour',
  }),
} as const
