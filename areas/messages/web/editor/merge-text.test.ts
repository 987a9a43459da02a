import { expect, test } from 'vitest'
import { chipOf, documentOf, fallbackIn, nameOf, piecesOf, plainTextOf, withChips, withoutChips } from './merge-text.ts'

test('a text is taken apart into what is written and what is filled in', () => {
  expect(piecesOf('Dear {{ FullName }}, {% if PointsExpiring %}{{PointsExpiring}} points{% endif %}')).toEqual([
    'Dear ',
    { code: '{{ FullName }}' },
    ', ',
    { code: '{% if PointsExpiring %}' },
    { code: '{{PointsExpiring}}' },
    ' points',
    { code: '{% endif %}' },
  ])
  expect(piecesOf('')).toEqual([])
})

test('a chip knows its name and what stands in for a missing value', () => {
  expect(nameOf('{{PreferredName|default:"friend"}}')).toBe('PreferredName')
  expect(nameOf('{{ item.RewardName }}')).toBe('RewardName')
  expect(nameOf('{% if PointBalance %}')).toBeUndefined()
  expect(fallbackIn('{{ PreferredName | default: "friend" }}')).toBe('friend')
  expect(fallbackIn('{{ PreferredName | default: FullName }}')).toBeUndefined()
})

test.each(['Dear {{ FullName }}', '', 'two\nlines and {{ OutletName | default: "our outlet" }}', 'a {{ not a field'])(
  'a plain text is the same after it was edited: %s',
  (text) => {
    expect(plainTextOf(documentOf(text))).toBe(text)
  },
)

test.each([
  '<p>Dear {{ FullName }},</p><p><a href="{{ FeedbackLink }}">{{ OutletName | default: "our outlet" }}</a> &amp; more</p>',
  '<p>{% if PointBalance &gt; 100 %}Many{% endif %}</p>',
])('HTML is the same after it was edited: %s', (html) => {
  expect(withoutChips(withChips(html))).toBe(html)
})

test('a field in an attribute is none of the chips', () => {
  expect(withChips('<a href="{{ FeedbackLink }}">{{ A | default: &quot;x&quot; }}</a>')).toBe(
    '<a href="{{ FeedbackLink }}"><span data-chip="{{ A | default: &quot;x&quot; }}"></span></a>',
  )
})

test('what stands in for a missing value cannot end its field', () => {
  expect(chipOf('PreferredName', 'dear "friend" }} <b>')).toBe('{{ PreferredName | default: "dear friend  b" }}')
  expect(chipOf('FullName')).toBe('{{ FullName }}')
})
