import { Button } from 'antd'
import { CircleCheckIcon, ScanLineIcon, SearchIcon, XIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useT } from '#kit/web/i18n.ts'
import { joinClassNames, Row } from '#kit/web/Layout.tsx'
import { findScanOutcome, type ScanOutcome, scanHandlers } from '#kit/web/scan-outcome.ts'
import { listenToScanner } from '#kit/web/scanner.ts'
import { useSession } from '#kit/web/session.ts'
import { useSlot } from '#kit/web/slots.ts'
import { playSound } from '#kit/web/sound.ts'
import './scan.css'

const FOUND_MS = 4000

const isUnresolved = (outcome: ScanOutcome | undefined): outcome is ScanOutcome =>
  outcome?.state === 'unknown' || outcome?.state === 'failed'

/**
 * Handles scans on any page and opens the record with the code. A page with unsaved input asks first, as before any navigation.
 * A scanned code that no area knows stays visible until the next scan or page, with possible actions.
 */
export function ScanHost({ onSearch }: { onSearch: ((code: string) => void) | undefined }) {
  const t = useT()
  const navigate = useNavigate()
  const handlers = useSlot(scanHandlers)
  const { has } = useSession()
  const [outcome, setOutcome] = useState<ScanOutcome>()
  const latest = useRef('')

  const handleScan = async (code: string) => {
    latest.current = code
    setOutcome({ state: 'looking', code })
    const result = await findScanOutcome(
      code,
      handlers.filter(({ role }) => has(role)),
    )
    // The result of this scan is ignored, because the user has scanned another code meanwhile.
    if (latest.current !== code) return
    setOutcome(result.outcome)
    playSound(result.to ? 'found' : 'unknown')
    if (result.to) await navigate(result.to)
  }
  const latestHandler = useRef(handleScan)
  useEffect(() => {
    latestHandler.current = handleScan
  })
  useEffect(() => listenToScanner((code) => void latestHandler.current(code)), [])
  useEffect(() => {
    if (outcome?.state !== 'found') return
    const timer = setTimeout(() => setOutcome(undefined), FOUND_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const { pathname } = useLocation()
  const [lastPathname, setLastPathname] = useState(pathname)
  if (lastPathname !== pathname) {
    setLastPathname(pathname)
    if (isUnresolved(outcome)) setOutcome(undefined)
  }

  const close = () => setOutcome(undefined)
  const isFailedScan = isUnresolved(outcome)
  return (
    // The element precedes the page in the DOM, so that the first Tab key reaches the actions.
    <section className="carat-scanned-place" aria-label={t('app:scan.place')}>
      <div role="status" className={joinClassNames(outcome && 'carat-scanned', isFailedScan && 'carat-scanned-lost')}>
        {outcome && (
          <>
            {outcome.state === 'found' ? <CircleCheckIcon aria-hidden /> : <ScanLineIcon aria-hidden />}
            <p>
              <strong>{t(`app:scan.${outcome.state}`)}</strong>
              <bdi>{outcome.state === 'found' ? outcome.name : outcome.code}</bdi>
              {outcome.state === 'failed' && <small>{outcome.why}</small>}
            </p>
          </>
        )}
      </div>
      {isFailedScan && (
        <Row>
          {handlers.map(
            ({ unknown }) =>
              unknown &&
              has(unknown.role) && (
                <Button
                  key={unknown.to}
                  onClick={() => {
                    close()
                    void navigate(unknown.to, { state: unknown.state(outcome.code) })
                  }}
                >
                  {t(unknown.label)}
                </Button>
              ),
          )}
          {outcome.state === 'failed' && (
            <Button onClick={() => void handleScan(outcome.code)}>{t('kit:verbs.tryAgain')}</Button>
          )}
          {onSearch && (
            <Button
              icon={<SearchIcon aria-hidden />}
              onClick={() => {
                close()
                onSearch(outcome.code)
              }}
            >
              {t('kit:search.search')}
            </Button>
          )}
          <Button type="text" icon={<XIcon aria-hidden />} aria-label={t('kit:verbs.close')} onClick={close} />
        </Row>
      )}
    </section>
  )
}
