import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Settings for the lifetime of self-service codes; a company can shorten these times, but not extend them. */
export const selfServiceSettings = {
  'selfService.updateMinutes': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 30),
    default: 30,
    unit: 'minutes',
    description: 'How long it lets a member in; counts for passcodes generated from now on',
  }),
  'selfService.customerHours': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 24),
    default: 24,
    unit: 'hours',
    description: 'How long it can be used; counts for passcodes generated from now on',
  }),
  'selfService.posterDays': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 90),
    default: 90,
    unit: 'days',
    description: 'A poster lets in any number of new customers',
  }),
  'selfService.codeMinutes': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 10),
    default: 10,
    unit: 'minutes',
    description: 'How long a code sent by e-mail can be used',
  }),
  'selfService.codeTries': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 5),
    default: 5,
    description: 'Wrong attempts before a customer must request a new code',
  }),
  'selfService.registrationsIn10Minutes': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 100),
    default: 5,
    description: 'Maximum self-registrations within 10 minutes from one network, such as a shop’s Wi-Fi',
  }),
  'selfService.registrationsAnHour': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 1000),
    default: 20,
    description: 'Maximum self-registrations within an hour from one network',
  }),
  'selfService.registrationsAlarm': defineSetting({
    group: 'selfService',
    schema: wholeNumberSchema(1, 10_000),
    default: 50,
    description: 'Registrations per hour and passcode above which the audit log warns of a possible program',
  }),
} as const
