import { defineSetting, wholeNumber } from './define-setting.ts'

/** Settings for the lifetime of self-service codes. A company can shorten these times, but not extend them. */
export const selfServiceSettings = {
  'selfService.updateMinutes': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 30),
    default: 30,
    unit: 'minutes',
    description: 'How long a passcode lets a member in to change the profile; counts for those made from now on',
  }),
  'selfService.customerHours': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 24),
    default: 24,
    unit: 'hours',
    description: 'How long a passcode for one new customer counts; counts for those made from now on',
  }),
  'selfService.posterDays': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 90),
    default: 90,
    unit: 'days',
    description: 'How long a poster for any number of new customers may hang at most',
  }),
  'selfService.codeMinutes': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 10),
    default: 10,
    unit: 'minutes',
    description: 'How long a code counts that customers are sent by e-mail',
  }),
  'selfService.codeTries': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 5),
    default: 5,
    description: 'How often such a code may be entered before it is void',
  }),
  'selfService.registrationsIn10Minutes': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 100),
    default: 5,
    description:
      'How many people can register by themselves within 10 minutes from one network, such as the Wi-Fi of a shop',
  }),
  'selfService.registrationsAnHour': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 1000),
    default: 20,
    description: 'How many people can register by themselves within an hour from one network',
  }),
  'selfService.registrationsAlarm': defineSetting({
    group: 'selfService',
    schema: wholeNumber(1, 10_000),
    default: 50,
    description:
      'From how many registrations an hour with one passcode on the log warns that a program may be registering',
  }),
} as const
