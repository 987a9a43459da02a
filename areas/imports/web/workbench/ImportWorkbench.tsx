import { Alert, Button, Steps } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { formatBytes, listSeparator } from '#kit/web/format.ts'
import { currentLanguage, useT } from '#kit/web/i18n.ts'
import { Row, Stack } from '#kit/web/Layout.tsx'
import { CheckAndRunImport, type ImportRunProps } from './CheckAndRun.tsx'
import { ChooseImportFile } from './ChooseFile.tsx'
import { guessColumnMapping, listMissingTargets } from './guess.ts'
import { MapImportColumns } from './MapColumns.tsx'
import type { ImportMapping, ImportTarget, ImportUpload } from './types.ts'
import './import.css'
import '#kit/web/kit.css'

const eitherOf = (names: readonly string[]) =>
  new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names)

const MAX_BYTES = 200 * 1024 * 1024

type Props = Omit<ImportRunProps, 'reasonText' | 'labelOf'> & {
  /** The kind of the file. A change of the kind restarts the workbench. */
  kind: string
  targets: readonly ImportTarget[]
  upload: (file: File, onProgress: (part: number) => void) => Promise<ImportUpload>
  /** A row's reason in the user's language. Default: the server's code. */
  reasonText?: ImportRunProps['reasonText']
  templateUrl?: string
  types?: readonly string[]
  maxBytes?: number
  /** The form for the format of the file. `replace` accepts the upload after the file was read again. */
  reading?: (replace: (upload: ImportUpload) => void) => ReactNode
  /** True if the user has to make a choice before the file can be validated. */
  blocked?: boolean
  /** Further options for the file (date format, new members), shown below the columns. */
  children?: ReactNode
}

/** The three steps of an import: choose, map, check and run. Nothing is saved before step 3. */
export function ImportWorkbench(props: Props) {
  return <Workbench key={props.kind} {...props} />
}

function Workbench({
  targets,
  upload,
  reasonText,
  templateUrl,
  types = ['.csv'],
  maxBytes = MAX_BYTES,
  reading,
  blocked = false,
  children,
  ...run
}: Props) {
  const t = useT()
  const [step, setStep] = useState(0)
  const [uploaded, setUploaded] = useState<{ file: File; upload: ImportUpload }>()
  const [editedMapping, setChosen] = useState<ImportMapping>()
  // The mapping is guessed until the user edits it, because custom fields may load after the upload.
  const guessed = useMemo(() => guessColumnMapping(uploaded?.upload.Columns ?? [], targets), [uploaded, targets])
  const mapping = editedMapping ?? { columns: guessed, constants: {} }
  const missing = listMissingTargets(targets, mapping)
  const labelOf = (field: string) => targets.find((target) => target.field === field)?.label ?? field
  const named = ({ field, or = [] }: ImportTarget) => eitherOf([field, ...or].map(labelOf))
  const again = () => {
    setUploaded(undefined)
    setStep(0)
  }

  return (
    <div className="carat-card">
      <div className="carat-card-body">
        <nav aria-label={t('imports:workbench.steps')}>
          <Steps
            current={step}
            size="small"
            items={(['file', 'mapping', 'check'] as const).map((name, index) => ({
              title: t(`imports:workbench.${name}`),
              disabled: index > step,
            }))}
          />
        </nav>
        <div style={{ marginBlockStart: 20 }}>
          {step === 0 && (
            <ChooseImportFile
              upload={upload}
              types={types}
              maxBytes={maxBytes}
              templateUrl={templateUrl}
              onUploaded={(file, answer) => {
                setUploaded({ file, upload: answer })
                setChosen(undefined)
                setStep(1)
              }}
            />
          )}
          {step === 1 && uploaded && (
            <Stack>
              <FileLine file={uploaded.file} rows={uploaded.upload.Rows} onOther={again} />
              {reading?.((upload) => {
                setUploaded({ ...uploaded, upload })
                setChosen(undefined)
              })}
              <MapImportColumns
                targets={targets}
                columns={uploaded.upload.Columns}
                sample={uploaded.upload.Sample}
                mapping={mapping}
                onChange={setChosen}
              />
              {children}
              {missing.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  role="status"
                  title={t('imports:workbench.missing', { names: missing.map(named).join(listSeparator()) })}
                />
              )}
              <Row>
                <Button type="primary" disabled={missing.length > 0 || blocked} onClick={() => setStep(2)}>
                  {t('imports:workbench.dryRun')}
                </Button>
                <Button onClick={again}>{t('kit:verbs.back')}</Button>
              </Row>
            </Stack>
          )}
          {step === 2 && uploaded && (
            <CheckAndRunImport
              {...run}
              id={uploaded.upload.ImportId}
              mapping={mapping}
              onBack={() => setStep(1)}
              onAgain={again}
              labelOf={labelOf}
              reasonText={reasonText ?? (({ Reason }) => Reason ?? '')}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function FileLine({ file, rows, onOther }: { file: File; rows: number | undefined; onOther: () => void }) {
  const t = useT()
  return (
    <Row>
      <strong>{file.name}</strong>
      <span className="carat-state-hint">
        {formatBytes(file.size)}
        {rows !== undefined && ` · ${t('imports:workbench.rows', { rows })}`}
      </span>
      <Button size="small" onClick={onOther}>
        {t('imports:workbench.other')}
      </Button>
    </Row>
  )
}
