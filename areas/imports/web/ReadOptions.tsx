import { Alert, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Columns, Stack } from '#kit/web/Layout.tsx'
import { ErrorState } from '#kit/web/States.tsx'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { Delimiter, type FileEncoding, type FileFormat } from '../contract/mapping.ts'
import { readImport, type UploadedImport } from '../contract.ts'
import { LabelledCheckbox, LabelledControl } from './Labelled.tsx'

type Props = {
  file: UploadedImport
  format: FileFormat
  /** Called with the upload after the file was read again in the chosen format. */
  onRead: (file: UploadedImport, format: FileFormat) => void
}

const encodings = [
  ['utf8', 'imports:encodings.utf8'],
  ['windows-1252', 'imports:encodings.windows'],
  ['gb18030', 'imports:encodings.gb18030'],
  ['big5', 'imports:encodings.big5'],
  ['shift_jis', 'imports:encodings.shiftJis'],
  ['utf-16le', 'imports:encodings.utf16'],
] as const satisfies [FileEncoding, TextKey][]

const delimiters = {
  ',': 'imports:delimiters.comma',
  ';': 'imports:delimiters.semicolon',
  '\t': 'imports:delimiters.tab',
  '|': 'imports:delimiters.bar',
} as const satisfies Record<FileFormat['delimiter'], TextKey>

/** The form for sheet, header row and encoding. Each change reads the file again, which updates the preview. */
export function FileFormatOptions({ file, format, onRead }: Props) {
  const t = useT()
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>()
  const { ImportId, Workbook, EncodingUnsure } = file
  const set = async (change: Partial<FileFormat>) => {
    const next = { ...format, ...change }
    setReading(true)
    setError(undefined)
    try {
      onRead(await call(readImport, { ImportId, Format: next }), next)
    } catch (failure) {
      setError(failure)
    } finally {
      setReading(false)
    }
  }
  return (
    <Stack gap="m" as="section" aria-label={t('imports:options.title')}>
      <h3 className="carat-card-title">{t('imports:options.title')}</h3>
      {EncodingUnsure && <Alert type="warning" showIcon role="status" title={t('imports:encodingUnsure')} />}
      <Columns least={260} gap="m">
        {Workbook ? (
          <LabelledControl label={t('imports:options.sheet')}>
            {(id) => (
              <Select
                id={id}
                disabled={isReading}
                value={Workbook.Sheet}
                onChange={(sheet) => void set({ sheet, headerRow: 1 })}
                options={Workbook.Sheets.map(({ Name, Hidden }) => ({
                  value: Name,
                  label: Hidden ? t('imports:hiddenSheet', { name: Name }) : Name,
                }))}
              />
            )}
          </LabelledControl>
        ) : (
          <>
            <LabelledControl label={t('imports:options.encoding')}>
              {(id) => (
                <Select
                  id={id}
                  disabled={isReading}
                  placeholder={t('imports:chooseEncoding')}
                  value={EncodingUnsure ? null : format.encoding}
                  onChange={(encoding) => encoding && void set({ encoding })}
                  options={encodings.map(([value, key]) => ({ value, label: t(key) }))}
                />
              )}
            </LabelledControl>
            <LabelledControl label={t('imports:options.delimiter')}>
              {(id) => (
                <Select
                  id={id}
                  disabled={isReading}
                  value={format.delimiter}
                  onChange={(delimiter) => void set({ delimiter })}
                  options={Delimiter.options.map((value) => ({ value, label: t(delimiters[value]) }))}
                />
              )}
            </LabelledControl>
          </>
        )}
        <LabelledControl label={t('imports:options.headerRow')}>
          {(id) => (
            <InputNumber
              id={id}
              style={{ width: '100%' }}
              min={1}
              max={50}
              precision={0}
              disabled={isReading}
              value={format.headerRow}
              onChange={(headerRow) => headerRow && void set({ headerRow })}
            />
          )}
        </LabelledControl>
      </Columns>
      {Workbook && Workbook.HiddenRows > 0 && (
        <>
          <Alert
            type="warning"
            showIcon
            role="status"
            title={t('imports:hiddenRows', { count: Workbook.HiddenRows, name: Workbook.Sheet })}
          />
          <LabelledCheckbox
            label={t('imports:options.skipHidden')}
            on={format.hiddenRows === 'skip'}
            onChange={(skip) => void set({ hiddenRows: skip ? 'skip' : 'read' })}
          />
        </>
      )}
      {error !== undefined && <ErrorState error={error} title={t('imports:workbench.failedUpload')} />}
    </Stack>
  )
}
