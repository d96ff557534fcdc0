import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Toaster } from '#ui/toaster.tsx';
import { FailedPage } from './failed-page.tsx';
import { OfflineBanner } from './offline-banner.tsx';

type Props = { children: ReactNode };

/** The last error boundary around every page. */
class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.failed ? <FailedPage /> : this.props.children;
  }
}

/** The frame around every page. */
export function Frame({ children }: Props) {
  return (
    <>
      <OfflineBanner />
      <ErrorBoundary>{children}</ErrorBoundary>
      <Toaster />
    </>
  );
}
