import { describe, expect, test } from 'vitest'
import { closeUnreleased, releaseNotes } from '../scripts/release/changelog.ts'
import { findReleaseProblems, type ReleaseFiles } from '../scripts/release/checks.ts'

// Tests the parts of `npm run release` that read and write text.

const changelog = `# Changelog

## [Unreleased]

### Added

- A second till.

## [0.3.0] - 2026-11-29

### Fixed

- A rate [of 0.2.0](docs/x.md).

## 0.2.0 - 2026-11-22

[0.2.0]: docs/operations.md#upgrade-and-rollback
`

describe('release notes', () => {
  test('release notes: contain the lines of the version only', () => {
    expect(releaseNotes(changelog, '0.3.0')).toBe('### Fixed\n\n- A rate [of 0.2.0](docs/x.md).\n')
  })

  test('release notes: a dot in the version matches only a dot', () => {
    expect(() => releaseNotes(changelog.replace('[0.3.0]', '[0x3.0]'), '0.3.0')).toThrow('has no section 0.3.0')
  })

  test('release notes: an empty section is an error', () => {
    expect(() => releaseNotes(changelog, '0.2.0')).toThrow('The section 0.2.0 of CHANGELOG.md is empty')
  })

  test('release notes: two headings of one kind are an error', () => {
    const twice = changelog.replace('- A second till.', '- A second till.\n\n### Added\n\n- A third till.')
    expect(() => releaseNotes(twice, 'Unreleased')).toThrow('has "### Added" twice')
  })

  test('a release: the unreleased lines get the version and the date, and the unreleased section is empty', () => {
    const closed = closeUnreleased(changelog, '0.4.0', '2026-12-24')
    expect(closed).toContain('## [Unreleased]\n\n## [0.4.0] - 2026-12-24\n\n### Added\n\n- A second till.')
    expect(releaseNotes(closed, '0.4.0')).toBe(releaseNotes(changelog, 'Unreleased'))
    expect(() => closeUnreleased(closed, '0.5.0', '2026-12-25')).toThrow('is empty')
  })
})

describe('check of a release', () => {
  const complete: ReleaseFiles = {
    versions: { 'package-lock.json': '0.3.0' },
    changelog,
    released: { '0.2.0': { '0001.sql': 'a' }, '0.3.0': { '0002.sql': 'b' } },
    migrations: { '0001.sql': 'a', '0002.sql': 'b' },
    fixtures: ['0.3.0.tar', '0.3.0.functions.json'],
    operations: '| 0.3.0 | next | one process after the other |',
  }

  test('check of a release: a complete release has no problems', () => {
    expect(findReleaseProblems('0.3.0', complete)).toEqual([])
  })

  test.each<[file: string, change: Partial<ReleaseFiles>, problem: string]>([
    ['another version', { versions: { 'x.json': '0.2.9' } }, 'x.json states 0.2.9 instead of 0.3.0'],
    ['no changelog', { changelog: '' }, 'CHANGELOG.md has no section 0.3.0'],
    ['no list of migrations', { released: { '0.2.0': complete.migrations } }, 'released.json does not end with 0.3.0'],
    [
      'a changed migration',
      { migrations: { '0001.sql': 'a', '0002.sql': 'c' } },
      'released.json does not have the migration 0002.sql as it is',
    ],
    ['no fixture', { fixtures: ['0.3.0.functions.json'] }, 'tests/migration/releases/0.3.0.tar is missing'],
    [
      'no path of an upgrade',
      { operations: '' },
      'The table "Upgrade and rollback" of docs/operations.md has no row "| 0.3.0 | next |"',
    ],
  ])('check of a release: %s is a problem', (_, change, problem) => {
    expect(findReleaseProblems('0.3.0', { ...complete, ...change })).toEqual([problem])
  })
})
