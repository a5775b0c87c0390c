import type { Session } from '@trestle/domain/accounts/contract.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmationBanner, useNeedsConfirmation } from '../accounts/ConfirmationBanner.tsx'
import { SessionEndedBanner } from '../accounts/SessionEndedBanner.tsx'
import { CriticalBanner } from '../notifications/CriticalBanner.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import classes from './Shell.module.css'

// Most users are not platform staff.
const EnrollmentBanner = lazyComponent(() =>
  import('../accounts/factors/EnrollmentBanner.tsx').then((m) => m.EnrollmentBanner),
)
const FailedJobsBanner = lazyComponent(() =>
  import('../jobs/FailedJobsBanner.tsx').then((m) => m.FailedJobsBanner),
)

/** Shows notices for every page, between the header and the page. */
export function ShellNotices({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { developer, factor_enrollment: enrollment } = session
  const needsConfirmation = useNeedsConfirmation()
  return (
    <>
      {session.flags.read_only && (
        <aside className={classes['notice']} aria-label={t('shell.maintenance.label')}>
          <Banner tone="warning">{t('shell.maintenance.text')}</Banner>
        </aside>
      )}
      <SessionEndedBanner className={classes['notice']} />
      {needsConfirmation && (
        <aside className={classes['notice']} aria-label={t('shell.confirmation')}>
          <Boundary>
            <ConfirmationBanner />
          </Boundary>
        </aside>
      )}
      {enrollment && !enrollment.is_due && (
        <aside className={classes['notice']} aria-label={t('shell.enrollment')}>
          <Boundary compact>
            <Suspense>
              <EnrollmentBanner dueAt={enrollment.due_at} />
            </Suspense>
          </Boundary>
        </aside>
      )}
      {developer && !enrollment?.is_due && <WorkNotices isAdmin={session.is_admin} />}
    </>
  )
}

/** Shows notices about the work of signed-in users. */
function WorkNotices({ isAdmin }: { isAdmin: boolean }) {
  return (
    <>
      <div className={classes['notice']}>
        <Boundary>
          <CriticalBanner />
        </Boundary>
      </div>
      {isAdmin && (
        <div className={classes['notice']}>
          <Boundary compact>
            <Suspense>
              <FailedJobsBanner />
            </Suspense>
          </Boundary>
        </div>
      )}
    </>
  )
}
