import { expect, test } from 'vitest'
import {
  editorDocumentToText,
  fallbackTextOfMergeField,
  mergeFieldCode,
  mergeFieldName,
  splitIntoTextsAndChips,
  toEditorDocument,
  toEditorHtml,
  toStoredHtml,
} from './merge-text.ts'

test('text with merge fields: is split into fixed text and merge fields', () => {
  expect(
    splitIntoTextsAndChips('Dear {{ FullName }}, {% if PointsExpiring %}{{PointsExpiring}} points{% endif %}'),
  ).toEqual([
    'Dear ',
    { code: '{{ FullName }}' },
    ', ',
    { code: '{% if PointsExpiring %}' },
    { code: '{{PointsExpiring}}' },
    ' points',
    { code: '{% endif %}' },
  ])
  expect(splitIntoTextsAndChips('')).toEqual([])
})

test('text with merge fields: the code in a chip of the editor contains the name and the fallback of its merge field', () => {
  expect(mergeFieldName('{{PreferredName|default:"friend"}}')).toBe('PreferredName')
  expect(mergeFieldName('{{ item.RewardName }}')).toBe('RewardName')
  expect(mergeFieldName('{% if PointBalance %}')).toBeUndefined()
  expect(fallbackTextOfMergeField('{{ PreferredName | default: "friend" }}')).toBe('friend')
  expect(fallbackTextOfMergeField('{{ PreferredName | default: FullName }}')).toBeUndefined()
})

test.each(['Dear {{ FullName }}', '', 'two\nlines and {{ OutletName | default: "our outlet" }}', 'a {{ not a field'])(
  'text with merge fields: plain text survives the round trip through the editor: %s',
  (text) => {
    expect(editorDocumentToText(toEditorDocument(text))).toBe(text)
  },
)

test.each([
  '<p>Dear {{ FullName }},</p><p><a href="{{ FeedbackLink }}">{{ OutletName | default: "our outlet" }}</a> &amp; more</p>',
  '<p>{% if PointBalance &gt; 100 %}Many{% endif %}</p>',
])('text with merge fields: HTML survives the round trip through the editor: %s', (html) => {
  expect(toStoredHtml(toEditorHtml(html))).toBe(html)
})

test('text with merge fields: a merge field in an HTML attribute is not shown as a chip', () => {
  expect(toEditorHtml('<a href="{{ FeedbackLink }}">{{ A | default: &quot;x&quot; }}</a>')).toBe(
    '<a href="{{ FeedbackLink }}"><span data-chip="{{ A | default: &quot;x&quot; }}"></span></a>',
  )
})

test('text with merge fields: characters of a fallback cannot close the merge field', () => {
  expect(mergeFieldCode('PreferredName', 'dear "friend" }} <b>')).toBe(
    '{{ PreferredName | default: "dear friend  b" }}',
  )
  expect(mergeFieldCode('FullName')).toBe('{{ FullName }}')
})
