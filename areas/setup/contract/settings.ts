import { z } from 'zod'
import { change, read } from '#kit/contract/endpoint.ts'
import { Instant, Json, PersonName, text } from '#kit/contract/fields.ts'
import { pageOf, pageQuery } from '#kit/contract/page.ts'
import { refusal } from '#kit/contract/refusal.ts'
import { noRow } from '#kit/contract/scope.ts'
import { companySettings } from './company-settings.ts'
import { define, settingGroups, settingUnits, wholeNumber } from './define-setting.ts'
import { reportSettings } from './report-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { selfServiceSettings } from './self-service-settings.ts'
import { taskSettings } from './task-settings.ts'
import { watchSettings } from './watch-settings.ts'

// Every setting that has an effect, declared once: what it may be, what it is until somebody changes it. An area that
// needs one adds it here and asks for it by `settings(ctx)`; a setting without a reader does not belong here.

const uiLanguages = ['en', 'zh', 'fr', 'ja'] as const

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00')

const manualLimit = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount')

export const catalogue = {
  'company.name': define({
    group: 'company',
    schema: text(100),
    default: 'Carat Jewellers',
    description: 'Name of the company, at the foot of every page',
  }),
  'crm.title': define({
    group: 'company',
    schema: text(30),
    default: 'Carat',
    description: 'Name of this program as staff see it, at the top and in the browser’s tab',
  }),
  currency: define({
    group: 'company',
    schema: z.string().regex(/^[A-Z]{3}$/, 'Use three capital letters, like MYR'),
    default: 'MYR',
    description: 'Currency that stands beside amounts; amounts themselves are not converted',
    list: 'Currency',
  }),
  languages: define({
    group: 'company',
    schema: z
      .array(z.enum(uiLanguages))
      .min(1, 'Choose at least one language')
      .max(uiLanguages.length)
      .refine((chosen) => new Set(chosen).size === chosen.length, 'Each language once'),
    default: [...uiLanguages],
    description: 'Languages that staff may choose for the program',
  }),
  'membership.prefix': define({
    group: 'members',
    schema: z.string().regex(/^[A-Z]{1,4}$/, 'Use one to four capital letters'),
    default: 'JC',
    description: 'What new membership numbers begin with; numbers that were given keep theirs',
  }),
  'membership.digits': define({
    group: 'members',
    schema: wholeNumber(6, 12),
    default: 8,
    description: 'Digits of new membership numbers between prefix and check digit; numbers that were given keep theirs',
  }),
  'membership.defaultCardGroup': define({
    group: 'members',
    schema: text(20).nullable(),
    default: null,
    description: 'Name of the card group that new members join; empty means the oldest active one',
  }),
  'referral.daysToName': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 14,
    unit: 'days',
    description: 'Days after registration in which the friend who recommended a customer may still be named',
  }),
  'referral.minimumSale': define({
    group: 'members',
    schema: z.string().regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount'),
    default: '500.00',
    description:
      'What the first purchase of a recommended friend has to reach; counts for friends who are named from now on',
  }),
  'referral.windowDays': define({
    group: 'members',
    schema: wholeNumber(0, 730),
    default: 90,
    unit: 'days',
    description: 'Days after joining in which the first purchase of a recommended friend counts',
  }),
  'referral.returnDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 14,
    unit: 'days',
    description:
      'Days after that purchase until the award for it is given by itself; before, only head office gives it',
  }),
  'referral.pointsReferrer': define({
    group: 'members',
    schema: wholeNumber(0, 1_000_000),
    default: 500,
    unit: 'points',
    description:
      'Points for a member whose recommended friend has bought; counts for friends who are named from now on',
  }),
  'referral.pointsFriend': define({
    group: 'members',
    schema: wholeNumber(0, 1_000_000),
    default: 0,
    unit: 'points',
    description: 'Points for the recommended friend, who has to be a premium member by then; 0 gives none',
  }),
  'referral.rewardFriend': define({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description:
      'Whether the recommended friend is given the rewards of type Referral as well, as the referrer is when the referral is approved',
  }),
  'sales.daysToAssign': define({
    group: 'members',
    schema: wholeNumber(0, 3_650),
    default: 30,
    unit: 'days',
    description: 'Days after a walk-in sale in which it may still be given to the member who made it',
  }),
  'sales.manualLimitStaff': define({
    group: 'members',
    schema: manualLimit,
    default: '20000.00',
    description:
      'Amount up to which staff of an outlet enter sales by hand alone, together for one member on one day; more waits for a second person',
  }),
  'sales.manualLimitManager': define({
    group: 'members',
    schema: manualLimit,
    default: '100000.00',
    description: 'The same for managers of an outlet; head office has no such limit',
  }),
  'tasks.managersComplete': define({
    group: 'members',
    schema: z.boolean(),
    default: false,
    description: 'Managers of an outlet may set tasks of their outlet to Completed; without it head office alone does',
  }),
  'archive.months': define({
    group: 'members',
    schema: wholeNumber(1, 600),
    default: 36,
    unit: 'months',
    description: 'Months without a purchase or contact after which a member may be archived',
  }),
  'points.costPerPoint': define({
    group: 'members',
    schema: z.string().regex(/^\d{1,4}(\.\d{1,4})?$/, 'Enter a number'),
    default: '0.0500',
    description:
      'What one point costs the company, in its currency; values points that expire and that are outstanding',
  }),
  'points.arrearsPolicy': define({
    group: 'members',
    schema: z.enum(['Recover later', 'Take from other lots', 'Ask head office']),
    default: 'Recover later',
    description:
      'What happens when a sale is taken back whose points were spent: they are owed, paid at once from the member’s other points, or only head office takes the sale back',
  }),
  'points.refundGraceDays': define({
    group: 'members',
    schema: wholeNumber(0, 365),
    default: 30,
    unit: 'days',
    description: 'Days for which points that are given back may be used at least, although their own date has passed',
  }),
  'expiry.rescueDays': define({
    group: 'members',
    schema: wholeNumber(1, 730),
    default: 90,
    unit: 'days',
    description: 'Points that end within so many days put their member on the list of those to call',
  }),
  'rewards.refundExpired': define({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'Y',
    description:
      'Whether the points of a gift that was redeemed and never collected return to the member when it expires',
  }),
  'adjustment.limitManager': define({
    group: 'members',
    schema: wholeNumber(0, 1_000_000_000),
    default: 1_000,
    unit: 'points',
    description:
      'Points up to which people at an outlet with the privilege Adjust Points adjust alone; more waits for a second person',
  }),
  'adjustment.limitHQ': define({
    group: 'members',
    schema: wholeNumber(0, 1_000_000_000),
    default: 10_000,
    unit: 'points',
    description:
      'Points up to which head office with the privilege Adjust Points adjusts alone; more waits for a second person',
  }),
  'levels.upgrades': define({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Automatic',
    description: 'What happens when a member has spent enough in the cycle for a higher card category',
  }),
  'levels.downgrades': define({
    group: 'members',
    schema: z.enum(['Automatic', 'Approval', 'Off']),
    default: 'Approval',
    description: 'What happens when a cycle and its days of grace end without enough spent to stay',
  }),
  'levels.takeEffect': define({
    group: 'members',
    schema: z.enum(['Next day', 'At once']),
    default: 'Next day',
    description: 'When an approved change of card category counts',
  }),
  'levels.upgradeAfterSale': define({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Whether members are moved up right after a sale, and not only by the nightly jobs that follow',
  }),
  'messages.defaultLanguage': define({
    group: 'messages',
    schema: z.enum(['en', 'zh', 'fr', 'ja', 'ms']),
    default: 'en',
    description: 'Language in which customers are written to whose own a template does not have',
  }),
  'messages.sendFrom': define({
    group: 'messages',
    schema: timeOfDay,
    default: '09:00',
    description: 'Time of day from which marketing messages are sent, in the business time zone',
  }),
  'messages.sendUntil': define({
    group: 'messages',
    schema: timeOfDay,
    default: '21:00',
    description: 'Time of day until which they are sent; later ones wait for the next morning',
  }),
  'messages.capMessages': define({
    group: 'messages',
    schema: wholeNumber(0, 100),
    default: 2,
    description: 'Marketing messages that one customer gets at most in the days below; 0 sends none',
  }),
  'messages.capDays': define({
    group: 'messages',
    schema: wholeNumber(1, 365),
    default: 7,
    unit: 'days',
    description: 'Days in which those messages are counted',
  }),
  'messages.rewardExpiringDays': define({
    group: 'messages',
    schema: wholeNumber(1, 365),
    default: 14,
    unit: 'days',
    description: 'Days before the last day of a reward on which its member is reminded of it',
  }),
  'messages.pointsExpiringDays': define({
    group: 'messages',
    schema: wholeNumber(1, 365),
    default: 30,
    unit: 'days',
    description: 'Days before points end on which their member is reminded of them',
  }),
  'access.idleMinutes': define({
    group: 'access',
    schema: wholeNumber(1, 720),
    default: 30,
    unit: 'minutes',
    description: 'Minutes without a call after which staff are signed out; counts for open sessions too',
  }),
  'access.sessionHours': define({
    group: 'access',
    schema: wholeNumber(1, 24),
    default: 12,
    unit: 'hours',
    description: 'Hours after which staff sign in again in any case; counts for open sessions too',
  }),
  'access.passwordLength': define({
    group: 'access',
    schema: wholeNumber(12, 64),
    default: 12,
    unit: 'characters',
    description: 'How long a password has to be that is chosen from now on',
  }),
  'access.codeMinutes': define({
    group: 'access',
    schema: wholeNumber(1, 10),
    default: 10,
    unit: 'minutes',
    description: 'How long a sign-in code that was sent counts',
  }),
  'access.codeTries': define({
    group: 'access',
    schema: wholeNumber(1, 10),
    default: 5,
    description: 'How often a code may be entered before it is void',
  }),
  'access.codeWaitSeconds': define({
    group: 'access',
    schema: wholeNumber(1, 600),
    default: 60,
    unit: 'seconds',
    description: 'Seconds until another sign-in code may be sent to the same account',
  }),
  'access.codesPerHour': define({
    group: 'access',
    schema: wholeNumber(3, 1_000),
    default: 10,
    description: 'Sign-in codes that one account is sent within an hour at most, and four times as many within a day',
  }),
  'access.systemSessionMinutes': define({
    group: 'access',
    schema: wholeNumber(5, 720),
    default: 60,
    unit: 'minutes',
    description: 'How long a till or another program stays signed in',
  }),
  'access.foreignCustomersPerHour': define({
    group: 'access',
    schema: wholeNumber(0, 10_000),
    default: 120,
    description: 'How many customers of other outlets one person may look up within an hour',
  }),
  'customers.outletByFirstPurchase': define({
    group: 'members',
    schema: z.enum(['Y', 'N']),
    default: 'N',
    description: 'Whether a customer goes over to the outlet of the first purchase',
  }),
  ...companySettings,
  ...reportSettings,
  ...selfServiceSettings,
  ...retentionSettings,
  ...watchSettings,
  ...taskSettings,
  'imports.unpackedMB': define({
    group: 'files',
    schema: wholeNumber(1, 4_096),
    default: 200,
    unit: 'MB',
    description: 'What a packed file of an import may unpack to; a larger one is refused',
  }),
  'imports.abandonedUploadHours': define({
    group: 'files',
    schema: wholeNumber(1, 720),
    default: 24,
    unit: 'hours',
    description: 'After how many hours a file that was uploaded and never imported is removed',
  }),
  MEDIA_QUOTA_MB: define({
    group: 'files',
    schema: wholeNumber(0, 10_000_000),
    default: 10_240,
    unit: 'MB',
    description: 'How much room uploads may take together; beyond it nothing more is taken in',
  }),
} as const

export type SettingName = keyof typeof catalogue
type Values = { [Name in SettingName]: z.output<(typeof catalogue)[Name]['schema']> }
export const settingNames = Object.keys(catalogue) as SettingName[]
/** Pictures and long texts: what asks for one reads it alone. */
export type LargeSetting = keyof typeof companySettings
export const isLarge = (name: SettingName): name is LargeSetting => name in companySettings
export type Settings = Omit<Values, LargeSetting>
export type LargeSettings = Pick<Values, LargeSetting>
export const SettingName = z.enum(settingNames)

export const settingRefusals = {
  notFound: refusal(404, 'setup.setting_not_found', 'Record not found'),
  noSuchCardGroup: refusal(409, 'setup.no_such_card_group', 'There is no active card group with the name {Name}'),
}

/** 0: nobody has changed it yet. */
const SettingVersion = z.int().min(0)

export const Setting = z.strictObject({
  Name: SettingName,
  Value: Json,
  Default: Json,
  Description: z.string(),
  Group: z.enum(settingGroups),
  Unit: z.enum(settingUnits).nullable(),
  List: z.string().nullable(),
  UpdatedAt: Instant.nullable(),
  UpdatedBy: PersonName.nullable(),
  Version: SettingVersion,
})
export type Setting = z.infer<typeof Setting>

export const listSettings = read({
  path: '/settings/find-all',
  access: 'staff',
  scope: noRow('shared'),
  about: ['setting'],
  summary: 'Settings by name, with their present values',
  body: pageQuery({ Name: text(100) }, { rows: 100, sort: ['Name'] }),
  reply: pageOf(Setting),
})

const access = { role: 'Settings', privilege: 'Manage Settings' } as const

export const updateSetting = change({
  path: '/settings/update',
  access,
  scope: noRow('shared'),
  about: ['setting'],
  summary: 'Changes a setting; the next call on every server reads it',
  body: z.strictObject({ Name: SettingName, Version: SettingVersion, Value: Json }),
  reply: Setting,
})

export const resetSetting = change({
  path: '/settings/reset',
  access,
  scope: noRow('shared'),
  about: ['setting'],
  summary: 'Gives a setting its default back',
  body: z.strictObject({ Name: SettingName, Version: SettingVersion }),
  reply: Setting,
})

export const SettingChange = z.strictObject({
  ChangedAt: Instant,
  ChangedBy: z.string().nullable(),
  /** null: the default. */
  Previous: Json,
  Value: Json,
})
export type SettingChange = z.infer<typeof SettingChange>

export const listSettingChanges = read({
  path: '/settings/history',
  access: { role: 'Settings' },
  scope: noRow('shared'),
  about: ['setting'],
  summary: 'Who changed a setting when, from what to what, the newest first',
  body: z.strictObject({ Name: SettingName, Rows: z.int().min(1).max(200).default(50) }),
  reply: pageOf(SettingChange),
})
