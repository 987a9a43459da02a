import { currentLanguage } from '#kit/web/i18n.ts'

export const monthName = (year: number, month: number) =>
  new Intl.DateTimeFormat(currentLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.UTC(year, month - 1, 1)),
  )

/** The list of members for one month. */
export function membersLink(year: number, month: number) {
  const day = (date: Date) => date.toISOString().slice(0, 10)
  const DateFrom = day(new Date(Date.UTC(year, month - 1, 1)))
  const DateTo = day(new Date(Date.UTC(year, month, 0)))
  return `/points-management/points-expiry/members?${new URLSearchParams({ DateFrom, DateTo })}`
}

export const statementLink = (MembershipNo: string) => `/points/statement?${new URLSearchParams({ MembershipNo })}`
