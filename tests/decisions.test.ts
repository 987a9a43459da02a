import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// docs/decisions: each page says what became of it, the pages agree with each other, and the index agrees with them.

const folder = 'docs/decisions/'
const decisions = readdirSync(folder)
  .filter((name) => name !== 'README.md')
  .sort()
  .map((name) => {
    const [head = '', , status = ''] = readFileSync(folder + name, 'utf8').split('\n')
    const [, number, title = ''] = /^# (\d+)\. (.+)$/.exec(head) ?? []
    return { name, number: Number(number), title, status: status.replace(/^Status: /, ''), said: status }
  })

/** The numbers after a word of the line of status: `amended by 48, 55`. */
const named = (status: string, word: string) =>
  status
    .split('; ')
    .filter((part) => part.startsWith(`${word} `))
    .flatMap((part) => part.slice(word.length + 1).split(', '))
    .map(Number)

const form =
  /^Status: (accepted|superseded by [\d, ]+)(; supersedes [\d, ]+)?(; amends [\d, ]+)?(; amended by [\d, ]+)?$/

test('a decision has its number, its title and, below, its status in one form', () => {
  expect(decisions.length).toBeGreaterThan(50)
  expect(decisions.filter(({ name, number }) => number !== Number(name.slice(0, 4))).map(({ name }) => name)).toEqual(
    [],
  )
  expect(decisions.filter(({ said }) => !form.test(said)).map(({ name, said }) => `${name}: ${said}`)).toEqual([])
  const numbers = decisions.map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)])
})

test('a decision that supersedes or amends another one is named there too, and the other way round', () => {
  const pairs = [
    ['supersedes', 'superseded by'],
    ['amends', 'amended by'],
  ] as const
  const edges = (word: string) =>
    decisions.flatMap(({ number, status }) => named(status, word).map((other) => [number, other] as const))
  for (const [later, earlier] of pairs) {
    const forward = edges(later).map(([from, to]) => `${from} ${later} ${to}`)
    const backward = edges(earlier).map(([to, from]) => `${from} ${later} ${to}`)
    expect(forward.sort()).toEqual(backward.sort())
    expect(edges(later).filter(([from, to]) => to >= from)).toEqual([])
  }
})

test('the index has a line for each, with its title, its page and its status', () => {
  const lines = readFileSync(`${folder}README.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
  expect(lines).toEqual(
    decisions.map(({ name, number, title, status }) => `| ${number} | [${title}](${name}) | ${status} |`),
  )
})

test('a decision that another page or the code names is there', () => {
  const numbers = new Set(decisions.map(({ number }) => number))
  const places = ['README.md', 'CHANGELOG.md', 'docs', 'areas', 'kit', 'app', 'db', 'ops', 'scripts', 'tests'].flatMap(
    (place) =>
      place.endsWith('.md')
        ? [place]
        : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) => `${place}/${file}`),
  )
  const missing = places
    .filter((file) => /\.(ts|tsx|sql|md)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:\bdecisions? |docs\/decisions\/)(\d+)/gi)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([text]) => `${file}: ${text}`),
    )
  expect(missing).toEqual([])
})
