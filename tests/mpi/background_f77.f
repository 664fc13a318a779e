C     Nonblocking all-to-alls mixed with messages through mpif.h.
      PROGRAM BGF77
      IMPLICIT NONE
      INCLUDE 'mpif.h'
      INTEGER N, MOST
      PARAMETER (N = 30, MOST = 64)
      INTEGER IERR, ME, NP, NEXT, PREV, I, K, P, ROUND, BAD, ALLBAD
      INTEGER SENDS(MOST*N), RECVS(MOST*N), DATA(N), ROOM(N)
      INTEGER REQ(3), STATS(MPI_STATUS_SIZE, 3), INDEX, DONE, INDS(3)
      INTEGER LEFT
      LOGICAL FLAG
      BAD = 0
      CALL MPI_INIT(IERR)
      CALL MPI_COMM_RANK(MPI_COMM_WORLD, ME, IERR)
      CALL MPI_COMM_SIZE(MPI_COMM_WORLD, NP, IERR)
      NEXT = MOD(ME + 1, NP)
      PREV = MOD(ME + NP - 1, NP)
C     A blocking one first: what carries all-to-alls is made by it.
      CALL MPI_ALLTOALL(SENDS, 1, MPI_INTEGER, RECVS, 1, MPI_INTEGER,
     &                  MPI_COMM_WORLD, IERR)
      DO 100 ROUND = 1, 16
        DO 20 P = 0, NP - 1
          DO 10 K = 1, N
            SENDS(P*N + K) = ROUND*1000000 + ME*10000 + P*100 + K
            RECVS(P*N + K) = -1
   10     CONTINUE
   20   CONTINUE
        DO 30 K = 1, N
          DATA(K) = ROUND*1000 + ME*100 + K
          ROOM(K) = -1
   30   CONTINUE
        CALL MPI_IRECV(ROOM, N, MPI_INTEGER, PREV, 5, MPI_COMM_WORLD,
     &                 REQ(1), IERR)
        CALL MPI_IALLTOALL(SENDS, N, MPI_INTEGER, RECVS, N,
     &                     MPI_INTEGER, MPI_COMM_WORLD, REQ(2), IERR)
        CALL MPI_ISEND(DATA, N, MPI_INTEGER, NEXT, 5, MPI_COMM_WORLD,
     &                 REQ(3), IERR)
        IF (MOD(ROUND + ME, 4) .EQ. 0) THEN
          CALL MPI_WAITALL(3, REQ, STATS, IERR)
        ELSE IF (MOD(ROUND + ME, 4) .EQ. 1) THEN
          DO 40 I = 1, 3
            CALL MPI_WAITANY(3, REQ, INDEX, STATS, IERR)
            IF (INDEX .LT. 1 .OR. INDEX .GT. 3) BAD = BAD + 1
   40     CONTINUE
        ELSE IF (MOD(ROUND + ME, 4) .EQ. 2) THEN
          LEFT = 3
   50     IF (LEFT .GT. 0) THEN
            CALL MPI_TESTSOME(3, REQ, DONE, INDS, STATS, IERR)
            LEFT = LEFT - DONE
            GOTO 50
          ENDIF
        ELSE
          FLAG = .FALSE.
   60     IF (.NOT. FLAG) THEN
            CALL MPI_TEST(REQ(2), FLAG, STATS, IERR)
            GOTO 60
          ENDIF
          CALL MPI_WAIT(REQ(3), MPI_STATUS_IGNORE, IERR)
          CALL MPI_WAIT(REQ(1), MPI_STATUS_IGNORE, IERR)
        ENDIF
        DO 70 I = 1, 3
          IF (REQ(I) .NE. MPI_REQUEST_NULL) BAD = BAD + 1
   70   CONTINUE
        DO 90 P = 0, NP - 1
          DO 80 K = 1, N
            IF (RECVS(P*N + K) .NE.
     &          ROUND*1000000 + P*10000 + ME*100 + K) BAD = BAD + 1
   80     CONTINUE
   90   CONTINUE
        DO 95 K = 1, N
          IF (ROOM(K) .NE. ROUND*1000 + PREV*100 + K) BAD = BAD + 1
   95   CONTINUE
  100 CONTINUE
      IF (BAD .NE. 0) WRITE (0,*) 'rank ', ME, ': ', BAD, ' wrong'
      CALL MPI_ALLREDUCE(BAD, ALLBAD, 1, MPI_INTEGER, MPI_SUM,
     &                   MPI_COMM_WORLD, IERR)
      IF (ME .EQ. 0 .AND. ALLBAD .EQ. 0) WRITE (*,'(A,I0)') 'OK ', 16*NP
      CALL MPI_FINALIZE(IERR)
      END
