import pg from 'pg'
import { type ReportingView, readReportingViews } from '#areas/reporting-views/server/read-views.ts'

// Generates the description of the views in docs/reporting.md from the comments in the database.

const BEGIN = /^<!-- Views: .*-->\n/m
const END = '<!-- End of the views. -->'

/** Returns the text of docs/reporting.md with the views of the database at `url`; the other parts stay as in `page`. */
export async function reportingPage(page: string, url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const views = await readReportingViews(client).finally(() => client.end())
  const begin = BEGIN.exec(page)!
  const start = begin.index + begin[0].length
  return `${page.slice(0, start)}\n## Views\n\n${overview(views)}\n\n${views.map(section).join('\n\n')}\n\n${page.slice(page.indexOf(END))}`
}

const overview = (views: readonly ReportingView[]) =>
  [
    '| view | rows |',
    '| --- | --- |',
    ...views.map(({ name, comment }) => `| [${name}](#${name}) | ${comment} |`),
  ].join('\n')

const section = ({ name, comment, columns }: ReportingView) =>
  [
    `### ${name}`,
    '',
    comment,
    '',
    '| column | type | meaning |',
    '| --- | --- | --- |',
    ...columns.map((column) => `| \`${column.name}\` | ${column.type} | ${column.comment} |`),
  ].join('\n')
