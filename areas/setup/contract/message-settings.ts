import { z } from 'zod'
import { defineSetting, wholeNumberSchema } from './define-setting.ts'

/** Price of one message, with more than two decimals, because fractions of a cent are common. */
const messageCost = z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'Enter an amount like 0.08')

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00')

/** Settings for the times and limits of messages to customers. */
export const messageSettings = {
  'messages.defaultLanguage': defineSetting({
    group: 'messages',
    schema: z.enum(['en', 'zh', 'fr', 'ja', 'ms']),
    default: 'en',
    description: 'Used for customers whose language a template does not have',
  }),
  'messages.sendFrom': defineSetting({
    group: 'messages',
    schema: timeOfDay,
    default: '09:00',
    description: 'Time of day from which marketing messages are sent, in the business time zone',
  }),
  'messages.sendUntil': defineSetting({
    group: 'messages',
    schema: timeOfDay,
    default: '21:00',
    description: 'Time of day until which marketing messages are sent; later ones wait until the next morning',
  }),
  'messages.capMessages': defineSetting({
    group: 'messages',
    schema: wholeNumberSchema(0, 100),
    default: 2,
    description: 'Marketing messages to one customer within the days below; 0 sends none',
  }),
  'messages.capDays': defineSetting({
    group: 'messages',
    schema: wholeNumberSchema(1, 365),
    default: 7,
    unit: 'days',
    description: 'Days in which marketing messages to one customer are counted',
  }),
  'messages.rewardExpiringDays': defineSetting({
    group: 'messages',
    schema: wholeNumberSchema(1, 365),
    default: 14,
    unit: 'days',
    description: 'Days before the last day of a reward on which the member is reminded',
  }),
  'messages.pointsExpiringDays': defineSetting({
    group: 'messages',
    schema: wholeNumberSchema(1, 365),
    default: 30,
    unit: 'days',
    description: 'Days before points expire on which the member is reminded',
  }),
  'messages.emailCost': defineSetting({
    group: 'messages',
    schema: messageCost,
    unit: 'currency',
    default: '0',
    description: 'What the company pays for one e-mail, for the cost of campaigns',
  }),
  'messages.smsCost': defineSetting({
    group: 'messages',
    schema: messageCost,
    unit: 'currency',
    default: '0',
    description: 'What the company pays for one SMS, for the cost of campaigns',
  }),
} as const
