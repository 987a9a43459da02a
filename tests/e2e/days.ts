const DAY_MS = 86_400_000
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' })

/** A day in the company's time zone, so that a journey gets the days of the demo data at any hour. */
export const daysAgo = (days: number) => day.format(Date.now() - days * DAY_MS)
