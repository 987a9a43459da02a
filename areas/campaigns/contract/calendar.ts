import { z } from 'zod'
import { read } from '#kit/contract/endpoint.ts'
import { DateOnly, Points, salesTotalField } from '#kit/contract/fields.ts'
import { pageQuery, pageReply } from '#kit/contract/page.ts'
import { unnamedRows } from '#kit/contract/scope.ts'
import { Campaign } from './campaigns.ts'
import { Lift, MessageCost } from './sends.ts'

/** A campaign in the calendar, with the current reach, cost and lift. */
export const CalendarCampaign = Campaign.pick({
  CampaignCode: true,
  CampaignName: true,
  CampaignType: true,
  StartDate: true,
  EndDate: true,
  Status: true,
}).extend({
  /** Number of customers on the target list; 0 if the campaign has no list and is for all members. */
  Targeted: z.int(),
  /** Number of customers who were contacted. */
  Reach: z.int(),
  SpentPoints: Points,
  MessageCost,
  /** Total amount of the first purchase of each contacted customer, less returns. */
  Sales: salesTotalField(),
  Lift,
})
export type CalendarCampaign = z.infer<typeof CalendarCampaign>

export const listCampaignCalendar = read({
  path: '/campaign/campaigns/calendar',
  access: { role: 'Campaign' },
  scope: unnamedRows('HQ'),
  about: ['campaign', 'campaign target'],
  summary: 'Campaigns that run within a time, with their reach, cost and lift',
  body: pageQuery(
    {
      /** Selects campaigns that end on this day or later. */
      RunsFrom: DateOnly,
      /** Selects campaigns that begin on this day or earlier. */
      RunsUntil: DateOnly,
    },
    { rows: 100, sort: ['StartDate', 'EndDate', 'CampaignName'] },
  ),
  reply: pageReply(CalendarCampaign),
})
