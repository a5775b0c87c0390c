/** The id of the element whose content React hydrates. */
export const hydrationRootId = 'account-page'
