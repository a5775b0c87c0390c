import type { ChangelogEntry } from '@trestle/domain/reference/content.ts'
import { changeId, toMonth, versionsLabel } from '@trestle/domain/reference/rules.ts'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { TextLink } from '../ui/Link.tsx'
import { Markdown } from '../ui/Markdown.tsx'
import { useIsStatic } from '../ui/staticPage.ts'
import { BreakingBadge, ChangeBadge } from './ChangeBadge.tsx'
import classes from './ChangelogCard.module.css'
import { collapsedPx } from './collapsed.ts'
import { MethodBadge } from './MethodBadge.tsx'

export function ChangelogCard({ entry }: { entry: ChangelogEntry }) {
  const { t } = useTranslation()
  const { summary, description, endpoint, type, breaking, datestamp, versions, link } = entry
  const [verb = '', path = ''] = endpoint.split(' ')
  return (
    <li className={classes['card']} id={changeId(entry)}>
      <h2>{summary}</h2>
      <div className={classes['facts']}>
        <time dateTime={datestamp} title={datestamp}>
          {toMonth(datestamp)}
        </time>
        <span>{t('reference.changelog.version', { version: versionsLabel(versions) })}</span>
        <ChangeBadge type={type} />
        {breaking && <BreakingBadge />}
      </div>
      <p className={classes['endpoint']} data-verb={verb.toLowerCase()}>
        <MethodBadge verb={verb} />
        <code>{path}</code>
      </p>
      <Description text={description} about={summary} />
      {link && (
        <TextLink href={link} className={classes['link']}>
          {t('reference.changelog.seeEndpoint')}
          <span className="visually-hidden"> {t('reference.changelog.about', { summary })}</span>
        </TextLink>
      )}
    </li>
  )
}

/** Returns whether a text is taller than its collapsed box, and measures again when the width changes. */
function useIsTall() {
  const text = useRef<HTMLDivElement>(null)
  const [isTall, setTall] = useState(false)
  useLayoutEffect(() => {
    const { current: element } = text
    if (!element) return undefined
    const measure = () => setTall(element.scrollHeight > collapsedPx)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { text, isTall }
}

interface DescriptionProps {
  text: string
  about: string
}

function Description(props: DescriptionProps) {
  return useIsStatic() ? <StaticDescription {...props} /> : <FoldingDescription {...props} />
}

function FoldingDescription({ text: markdown, about }: DescriptionProps) {
  const { text, isTall } = useIsTall()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div
        id={id}
        className={classes['description']}
        data-collapsed={(isTall && !isOpen) || undefined}
        // Keyboard focus must not land in the hidden part, so focus expands it.
        onFocus={() => setOpen(true)}
      >
        <div ref={text}>
          <Markdown text={markdown} under={2} />
        </div>
      </div>
      {isTall && (
        <button
          type="button"
          className={classes['toggle']}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <ToggleLabel about={about} isOpen={isOpen} />
        </button>
      )}
    </>
  )
}

function ToggleLabel({ about, isOpen }: { about: string; isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {t(isOpen ? 'reference.changelog.showLess' : 'reference.changelog.showMore')}
      <span className="visually-hidden"> {t('reference.changelog.about', { summary: about })}</span>
    </>
  )
}

/** The page's script collapses it, and shows the button, if it is tall. */
function StaticDescription({ text, about }: DescriptionProps) {
  const id = useId()
  return (
    <>
      <div id={id} className={classes['description']} data-collapsible>
        <div>
          <Markdown text={text} under={2} />
        </div>
      </div>
      <button type="button" className={classes['toggle']} aria-expanded={false} aria-controls={id} hidden>
        <span data-when="collapsed">
          <ToggleLabel about={about} isOpen={false} />
        </span>
        <span data-when="expanded">
          <ToggleLabel about={about} isOpen />
        </span>
      </button>
    </>
  )
}
