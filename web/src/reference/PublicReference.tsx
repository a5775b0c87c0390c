import type { ReferenceContentsView } from '@trestle/domain/shell/publicPage.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import '../texts/reference.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { ReaderProvider, type ReferenceReader } from './context.ts'
import { ReferenceContents } from './ReferenceContents.tsx'
import layout from './ReferenceLayout.module.css'
import classes from './ReferenceNavigation.module.css'
import { ResultList } from './ResultList.tsx'
import { searchOver } from './searchOver.ts'

const visitor: ReferenceReader = {
  currentBranch: undefined,
  isAdmin: false,
  isEmployee: false,
  isSignedIn: false,
  devApiUrl: '',
  sandbox: null,
}

interface PublicReferenceProps {
  contents: ReferenceContentsView
  /** Address of the current page, without query. */
  here: string
  /** Shown below the current page's entry. */
  inside?: ReactNode
  children: ReactNode
}

/** Shows visitors a page of the reference with its contents, or search results in place of the contents. */
export function PublicReference({ contents, here, inside, children }: PublicReferenceProps) {
  const { t } = useTranslation()
  const { docs, groups, search } = contents
  return (
    <ReaderProvider value={visitor}>
      <div className={layout['layout']}>
        <div className={classes['side']}>
          <form action={here} data-refresh="replace">
            <SearchField
              name="search"
              value={search?.words ?? ''}
              label={t('reference.search.label')}
              placeholder={t('reference.search.placeholder')}
            />
          </form>
          {search && <ResultList {...searchOver(search.entries)(search.words)} />}
          <ReferenceContents here={here} pages={{ docs, groups }} hidden={search !== null}>
            {inside}
          </ReferenceContents>
        </div>
        <div className={layout['page']}>{children}</div>
      </div>
    </ReaderProvider>
  )
}
