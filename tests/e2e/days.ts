const DAY_MS = 86_400_000
const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kuala_Lumpur' })

/** A day as the demo's company counts it, so that a journey at any hour means the days of its data. */
export const daysAgo = (days: number) => day.format(Date.now() - days * DAY_MS)
