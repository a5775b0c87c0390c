import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type PasswordFieldProps = Omit<TextInputProps, 'type' | 'rightSection'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** Reveals while the pointer is over the field or the eye has the keyboard's focus, and until pressed again after a press (SHELL-18). */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation()
  const [pressed, setPressed] = useState(false)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const isRevealed = pressed || hovered || focused
  const Icon = isRevealed ? IconEyeOff : IconEye
  const eye = (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={pressed ? t('ui.hidePassword') : t('ui.showPassword')}
      aria-pressed={pressed}
      onClick={() => setPressed(!pressed)}
      onFocus={(event) => setFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <TextInput
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={isRevealed ? 'text' : 'password'}
      rightSection={eye}
      // A finger's touch is a press, not a hover.
      onPointerEnter={(event) => setHovered(event.pointerType === 'mouse')}
      onPointerLeave={() => setHovered(false)}
    />
  )
}
