import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions/'
const decisions = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => {
    const [head = '', , status = ''] = readFileSync(folder + name, 'utf8').split('\n')
    const [, number, title = ''] = /^# (\d+)\. (.+)$/.exec(head) ?? []
    return { name, number: Number(number), title, status: status.replace(/^Status: /, '') }
  })

test('decision records: each page begins with number, title and status', () => {
  expect(decisions.length).toBeGreaterThan(30)
  const wrong = decisions.filter(
    ({ name, number, status }) => number !== Number(name.slice(0, 4)) || !/^(accepted|superseded by \d+)$/.test(status),
  )
  expect(wrong).toEqual([])
})

test('index of decision records: has one line for each page and for each decision that was moved', () => {
  const lines = readFileSync(`${folder}README.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(lines.slice(0, decisions.length)).toEqual(
    decisions.map(({ name, number, title, status }) => `| ${number} | [${title}](${name}) | ${status} |`),
  )
  const moved = lines.slice(decisions.length).map((line) => Number(line.split('|')[1]))
  expect(moved.filter((number) => decisions.some((decision) => decision.number === number))).toEqual([])
})

test('decision records: every decision to which a file refers has a page', () => {
  const numbers = new Set(decisions.map(({ number }) => number))
  const folders = ['docs', 'areas', 'kit', 'app', 'ops', 'scripts', 'tests', 'deploy']
  const files = folders.flatMap((place) =>
    readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  )
  const missing = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', ...files]
    .filter((file) => /\.(ts|tsx|sql|md|conf)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bdecisions? |docs\/decisions\/)(\d+)/gi)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([reference]) => `${file}: ${reference}`),
    )
  expect(missing).toEqual([])
})
