import { currentLanguage } from '#kit/web/i18n.ts'

export const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  )

/** The first and the last day of a month. */
export function monthDates(year: number, month: number) {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  return { DateFrom: day(new Date(Date.UTC(year, month - 1, 1))), DateTo: day(new Date(Date.UTC(year, month, 0))) }
}

/** The list of members for one month. */
export const membersLink = (year: number, month: number) =>
  `/points-management/points-expiry/members?${new URLSearchParams(monthDates(year, month))}`

/** The rewards that can be offered against the points of a month. */
export const rewardsLink = (year: number, month: number) =>
  `/points-management/point-expiry-rewards?${new URLSearchParams(monthDates(year, month))}`

export const customerLink = (CustomerId: number) => `/customers/${CustomerId}`

export const statementLink = (MembershipNo: string) => `/points/statement?${new URLSearchParams({ MembershipNo })}`
