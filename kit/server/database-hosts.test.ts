import { describe, expect, test } from 'vitest'
import { describeDatabase, isDatabaseUrl, parseDatabaseHosts, withLogin } from './database-hosts.ts'

const password = encodeURIComponent('s@cret')
const three = `postgres://carat:${password}@a.example:5433,b.example,[::1]:5434/carat?sslmode=require`
const urls = [
  `postgres://carat:${password}@a.example:5433/carat?sslmode=require`,
  `postgres://carat:${password}@b.example/carat?sslmode=require`,
  `postgres://carat:${password}@[::1]:5434/carat?sslmode=require`,
]

describe('database URL with several hosts', () => {
  test('database hosts: each host becomes a URL with the same login, database and options', () => {
    expect(parseDatabaseHosts(three)).toEqual({ urls, role: 'primary' })
  })

  test.each([
    ['postgres://a,b/carat', 'primary', 'primary'],
    ['postgres://a,b/carat', 'standby', 'standby'],
    ['postgres://a/carat', 'primary', 'any'],
    ['postgres://a/carat?target_session_attrs=read-write', 'primary', 'primary'],
    ['postgres://a/carat?target_session_attrs=primary', 'primary', 'primary'],
    ['postgres://a,b/carat?target_session_attrs=standby', 'standby', 'standby'],
  ] as const)('database hosts: the role of %s with the usual role %s is %s', (url, usual, role) => {
    expect(parseDatabaseHosts(url, usual).role).toBe(role)
    expect(parseDatabaseHosts(url, usual).urls.join()).not.toContain('target_session_attrs')
  })

  test.each([
    ['postgres://a,b/carat?target_session_attrs=any', 'primary'],
    ['postgres://a,b/carat?target_session_attrs=standby', 'primary'],
    ['postgres://a,b/carat?target_session_attrs=read-write', 'standby'],
    ['postgres://a,,b/carat', 'primary'],
    ['postgres://a,b:none/carat', 'primary'],
    ['mysql://a,b/carat', 'primary'],
  ] as const)('database hosts: %s is refused for a %s', (url, usual) => {
    expect(isDatabaseUrl(url, usual)).toBe(false)
  })

  test('database hosts: the description names all hosts and no credentials', () => {
    expect(describeDatabase(three)).toBe('a.example:5433,b.example:5432,[::1]:5434/carat')
  })

  test('database hosts: another login keeps hosts, database and options', () => {
    const other = withLogin(three, { name: 'calls', password: 'p/@' })
    expect(other).toBe(
      `postgres://calls:${encodeURIComponent('p/@')}@a.example:5433,b.example,[::1]:5434/carat?sslmode=require`,
    )
  })
})
