import { useTranslation } from 'react-i18next'
import '../../texts/listings.ts'
import '../../texts/questionnaire.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogFooter } from '../../ui/DialogFooter.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import classes from '../Listing.module.css'

const sheetWidth = 900

/** The question of each block, and what "yes" and "no" mean (SEC-08). */
const blocks = {
  company: ['location', 'processing'],
  data: ['subprocessors', 'sensitive'],
  assurance: ['contact', 'audits', 'standards', 'testing', 'notify', 'disclosure', 'bounty'],
  controls: ['rest', 'transit', 'sso', 'saml', 'mfa', 'fas'],
} as const

export interface SecuritySheetProps {
  opened: boolean
  onClose: () => void
}

/** Explains the questionnaire (SEC-07 to SEC-11). */
export function SecuritySheet({ opened, onClose }: SecuritySheetProps) {
  const { t } = useTranslation()
  return (
    <Drawer opened={opened} onClose={onClose} title={t('questionnaire.title')} width={sheetWidth}>
      <p>{t('questionnaire.intro')}</p>
      {Object.entries(blocks).map(([block, entries]) => (
        <section key={block} className={classes['explainer']} data-block={block}>
          <h3>{t(`listings.security.blocks.${block as keyof typeof blocks}`)}</h3>
          <dl>
            {entries.map((entry) => (
              <div key={entry}>
                <dt>{t(`questionnaire.explain.${entry}.question`)}</dt>
                <dd>
                  <strong>{t('listings.pricing.yes')}</strong> {t(`questionnaire.explain.${entry}.yes`)}
                </dd>
                <dd>
                  <strong>{t('listings.pricing.no')}</strong> {t(`questionnaire.explain.${entry}.no`)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <DialogFooter>
        <CancelButton>{t('listings.security.close')}</CancelButton>
      </DialogFooter>
    </Drawer>
  )
}
